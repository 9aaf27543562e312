import { isResting } from "./is-resting.ts";
import { type FailureState, isDue, KEPT_FAILURES, openFailures, type WatchState } from "./watch-state.ts";

/**
 * The failures without those that decide nothing any more, where they are more than {@link KEPT_FAILURES}: notes first,
 * then the oldest. Over is what has ended and is answered, and what a former tip was told or noted of, but for the last
 * that each issue was told; a triage that opened nothing stays for its day of rest. `now` in milliseconds since the
 * epoch. Pure.
 */
export function trimFailures(
  state: Pick<WatchState, "failures" | "head">,
  now: number,
): readonly FailureState[] {
  const { failures, head } = state;
  const told = new Map<number, FailureState>();
  for (const one of openFailures(state)) if (one.answer.kind === "comment") told.set(one.answer.issue, one);
  const isPast = (one: FailureState): boolean => {
    if (head === null || one.commit === head.commit) return false;
    const { answer } = one;
    return answer.kind === "none" || (answer.kind === "comment" && told.get(answer.issue) !== one);
  };
  const over = failures.filter((one) => !isDue(one) && (one.endedAt !== null || isPast(one)));
  const surplus = over.length - KEPT_FAILURES;
  if (surplus <= 0) return failures;
  const isNote = ({ answer }: FailureState) => answer.kind === "none";
  const leaving = [
    ...over.filter(isNote),
    ...over.filter((one) => !isNote(one) && !isResting(one, now)),
  ].slice(0, surplus);
  const left = new Set(leaving);
  return failures.filter((one) => !left.has(one));
}
