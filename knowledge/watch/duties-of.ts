import { isHeld, type LeaseTime } from "../ledger/lease.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { Duty } from "./duty.ts";
import { isPullDue, type PullFacts, pullFacts } from "./pull-due.ts";
import { isWaiting } from "./wait-for-money.ts";
import { dueAnswers, type WatchSummary } from "./watch.ts";
import type { WatchState } from "./watch-state.ts";

export interface DutyPlace extends LeaseTime {
  readonly organisation: string;
  readonly repository: RepositoryName;
  /** Name of the artifact that runs are learned from; null: none are. */
  readonly artifact: string | null;
}

/**
 * What is due in a repository: the answers that nobody works on and that do not wait, oldest first, then the reading of
 * what its runs left; none while it is lost, for nobody could write them. Pure.
 */
export function dutiesOf(state: WatchState, place: DutyPlace): readonly Duty[] {
  return dutiesOfSummary({ ...pullFacts(state), due: dueAnswers(state) }, place);
}

/** As {@link dutiesOf}, of what a summary tells. */
export function dutiesOfSummary(
  known: PullFacts & Pick<WatchSummary, "due">,
  { organisation, repository, now, isGone, artifact }: DutyPlace,
): readonly Duty[] {
  if (known.lost !== null) return [];
  const answers: Duty[] = known.due
    .filter(({ claim, waitsUntil }) => !isHeld(claim, { now, isGone }) && !isWaiting(waitsUntil, now))
    .map(({ failure, kind }) => ({ kind, organisation, repository, failure }));
  const isPulled = artifact !== null && isPullDue(known, now);
  return isPulled ? [...answers, { kind: "learn", organisation, repository }] : answers;
}
