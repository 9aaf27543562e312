/** Waiting as the library does it: for CI to end, for a lease to run out. */
export interface Pause {
  /** Resolves after this many milliseconds, or a little later. */
  sleep(milliseconds: number): Promise<void>;
}
