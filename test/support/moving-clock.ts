import type { Clock } from "../../knowledge/ports/clock.ts";

/** A clock that stands still at `from` milliseconds until it is told how many to pass. */
export function movingClock(from = Date.UTC(2026, 0, 5, 12)): Clock & { pass(ms: number): void } {
  let now = from;
  return {
    now: () => now,
    pass: (ms) => {
      now += ms;
    },
  };
}
