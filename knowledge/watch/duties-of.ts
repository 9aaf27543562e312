import type { RepositoryName } from "../ports/forge.ts";
import { isHeld } from "./claim-answer.ts";
import type { Duty } from "./duty.ts";
import { dueAnswers, type WatchSummary } from "./watch.ts";
import type { WatchState } from "./watch-state.ts";

export interface DutyPlace {
  readonly organisation: string;
  readonly repository: RepositoryName;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether a holder runs no more, so that its lease need not be waited for. */
  readonly isGone: (holder: string) => boolean;
}

/**
 * The answers of a repository that are due and that nobody works on, oldest first; none while it is lost, for nobody
 * could write them. Pure.
 */
export function dutiesOf(state: Pick<WatchState, "failures" | "lost">, place: DutyPlace): readonly Duty[] {
  return dutiesOfAnswers({ due: dueAnswers(state), lost: state.lost?.why ?? null }, place);
}

/** As {@link dutiesOf}, of what a summary tells. */
export function dutiesOfAnswers(
  { due, lost }: Pick<WatchSummary, "due" | "lost">,
  { organisation, repository, now, isGone }: DutyPlace,
): readonly Duty[] {
  if (lost !== null) return [];
  return due
    .filter(({ claim }) => claim === null || !isHeld(claim, now, isGone))
    .map(({ failure, kind }) => ({ kind, organisation, repository, failure }));
}
