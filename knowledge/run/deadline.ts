import type { Clock } from "../ports/clock.ts";

/** Until when the jobs after a verdict may go on. */
export interface Deadline {
  /** Whether it has passed; asked between two units of work, so that what was begun is finished. */
  isOver(): boolean;
}

/** So many seconds from now; 0 seconds are over at once. */
export function deadlineIn(clock: Clock, seconds: number): Deadline {
  const end = clock.now() + seconds * 1_000;
  return { isOver: () => clock.now() >= end };
}

/** For a person who asked for the work itself. */
export const NO_DEADLINE: Deadline = { isOver: () => false };
