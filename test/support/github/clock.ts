/** The clock of the double: the machine's own until a test sets it; then it stands still until it is moved. */
export interface GithubClock {
  now(): number;
  /** Time as the API writes it: whole seconds, UTC. */
  iso(at?: number): string;
  /** Stops the clock at a time (milliseconds, or ISO 8601). */
  set(at: number | string): void;
  /** Moves the clock on by milliseconds; a clock that runs keeps running. */
  advance(milliseconds: number): void;
}

/** A clock that runs with the machine's, or one that stands at `at`. */
export function githubClock(at?: number | string): GithubClock {
  let stopped = at === undefined ? null : toMilliseconds(at);
  let ahead = 0;
  const now = (): number => stopped ?? Date.now() + ahead;
  return {
    now,
    iso: (time = now()) => `${new Date(time).toISOString().slice(0, 19)}Z`,
    set: (time) => {
      stopped = toMilliseconds(time);
    },
    advance: (milliseconds) => {
      if (stopped === null) ahead += milliseconds;
      else stopped += milliseconds;
    },
  };
}

function toMilliseconds(at: number | string): number {
  const time = typeof at === "number" ? at : Date.parse(at);
  if (Number.isNaN(time)) throw new Error(`not a time: ${at}`);
  return time;
}
