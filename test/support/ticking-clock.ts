import type { Clock } from "../../knowledge/ports/clock.ts";

/** A clock that starts at `from` milliseconds and moves on by one at each look. */
export function tickingClock(from = 1_700_000_000_000): Clock {
  let now = from;
  return { now: () => now++ };
}
