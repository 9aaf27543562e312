import type { Clock } from "../ports/clock.ts";

/** Time that the jobs after a verdict share. */
export interface Budget {
  /** Whether it is used up; asked between two units of work, so that what was begun is finished. */
  isOver(): boolean;
}

/** Begins now; 0 seconds are over at once. */
export function openBudget(clock: Clock, seconds: number): Budget {
  const end = clock.now() + seconds * 1_000;
  return { isOver: () => clock.now() >= end };
}

/** For a person who asked for the work itself. */
export const NO_BUDGET: Budget = { isOver: () => false };
