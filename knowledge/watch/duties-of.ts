import type { RepositoryName } from "../ports/forge.ts";
import { isHeld } from "./claim-answer.ts";
import type { Duty } from "./duty.ts";
import { type DueAnswer, dueAnswers } from "./watch.ts";
import type { WatchState } from "./watch-state.ts";

export interface DutyPlace {
  readonly organisation: string;
  readonly repository: RepositoryName;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether a holder runs no more, so that its lease need not be waited for. */
  readonly isGone: (holder: string) => boolean;
}

/** The answers of a repository that are due and that nobody works on, oldest first. Pure. */
export function dutiesOf(state: Pick<WatchState, "failures">, place: DutyPlace): readonly Duty[] {
  return dutiesOfAnswers(dueAnswers(state), place);
}

/** As {@link dutiesOf}, of what a summary tells. */
export function dutiesOfAnswers(
  due: readonly DueAnswer[],
  { organisation, repository, now, isGone }: DutyPlace,
): readonly Duty[] {
  return due
    .filter(({ claim }) => claim === null || !isHeld(claim, now, isGone))
    .map(({ failure, kind }) => ({ kind, organisation, repository, failure }));
}
