/** Time as the library sees it. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}
