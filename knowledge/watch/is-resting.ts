import type { FailureState } from "./watch-state.ts";

/** Milliseconds after an answer that opened nothing in which the same checks are not triaged again (C-074). */
const REST = 24 * 60 * 60_000;

/** Whether a triage that opened nothing was done less than a day ago; `now` in milliseconds since the epoch. Pure. */
export function isResting({ answer, done }: Pick<FailureState, "answer" | "done">, now: number): boolean {
  if (answer.kind !== "triage" || done === null || done.issue !== null) return false;
  return Math.abs(now - Date.parse(done.at)) < REST;
}
