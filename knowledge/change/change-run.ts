import type { WorkflowStep } from "../config/config.ts";
import type { ListedProjection } from "../ledger/projection.ts";
import { applyChange } from "./apply-change.ts";
import type { RunOutcome } from "./change-events.ts";
import type { AttemptState, ChangeRun, ChangeState, RoundState } from "./change-state.ts";
import type { PlannedEffect } from "./planned-effect.ts";
import type { Verdict } from "./step-verdict.ts";

/** State of a stream `change/…`. */
export const CHANGE_RUN: ListedProjection<ChangeState> = {
  kind: "change",
  v: 3,
  initial: { runs: [] },
  apply: applyChange,
  summary: { v: 2, of: (state) => ({ ...summaryOf(state) }) },
};

/** What a list shows of a change. */
export interface ChangeSummary {
  readonly repository: string;
  readonly number: number;
  readonly title: string;
  readonly url: string;
  readonly run: number;
  readonly workflow: string;
  readonly step: string | null;
  readonly round: number;
  readonly returnRounds: number;
  readonly outcome: RunOutcome | null;
  /** Last word of a verdict, or null. */
  readonly word: Verdict["word"] | null;
  /** Role of the step, or why the run has ended. */
  readonly why: string | null;
  readonly at: string;
  /** Since when something is to come of the run, ISO 8601; null where it has ended and owes nothing. */
  readonly waitingSince: string | null;
  /** What a host with a checkout is to do next, where that was seen. */
  readonly ready: ChangeRun["ready"];
  /** Who was the last to take the open attempt of the step, and until when; null where nobody did. */
  readonly claim: Pick<AttemptState, "holder" | "until"> | null;
}

/** The run that is live, or the last one; null where there was none. */
export function lastRun({ runs }: ChangeState): ChangeRun | null {
  return runs.at(-1) ?? null;
}

/** The step whose turn it is with its definition and its last round; null where the run has ended. */
export function currentStep(
  run: ChangeRun,
): { readonly index: number; readonly step: WorkflowStep; readonly round: RoundState } | null {
  if (run.ended !== null) return null;
  const index = run.steps.findIndex(({ rounds }) => {
    const last = rounds.at(-1);
    return last !== undefined && last.ended === null;
  });
  const step = run.workflow.steps[index];
  const round = run.steps[index]?.rounds.at(-1);
  return step === undefined || round === undefined ? null : { index, step, round };
}

/** Effects that are planned and not carried out, in order. */
export function pendingEffects({ effects, done, dropped }: ChangeRun): readonly PlannedEffect[] {
  return effects.filter(({ key }) => done[key] === undefined && !dropped.includes(key));
}

/** Attempts of a round that count. */
export function countedAttempts({ attempts }: RoundState): readonly AttemptState[] {
  return attempts.filter(({ isVoid }) => !isVoid);
}

function summaryOf(state: ChangeState): ChangeSummary | Record<string, never> {
  const run = lastRun(state);
  if (run === null) return {};
  const current = currentStep(run);
  const last = run.steps.flatMap(({ rounds }) => rounds).findLast(({ ended }) => ended !== null);
  const open = current?.round.attempts.find(({ ended, isVoid }) => ended === null && !isVoid);
  const owes = run.ended !== null && pendingEffects(run).length > 0;
  return {
    repository: run.change.repository,
    number: run.change.number,
    title: run.change.title,
    url: run.change.url,
    run: run.run,
    workflow: run.workflow.name,
    step: current?.step.name ?? null,
    round: current?.round.round ?? 0,
    returnRounds: run.returnRounds,
    outcome: run.ended?.outcome ?? null,
    word: last?.ended?.verdict.word ?? null,
    why: current === null ? (run.ended?.why ?? null) : current.step.agentRole,
    at: run.ended?.at ?? current?.round.ci?.at ?? current?.round.at ?? run.at,
    waitingSince: owes ? run.ended.at : run.ended === null ? (current?.round.headAt ?? run.at) : null,
    ready: run.ready,
    claim: open === undefined ? null : { holder: open.holder, until: open.until },
  };
}
