import type { WorkflowStep } from "../config/config.ts";
import type { StepEnd } from "./change-events.ts";
import type { ChangeRun, RoundState } from "./change-state.ts";
import type { Move, MoveEvent, Observation } from "./move.ts";
import type { OutsideWord, Verdict, VerdictSource } from "./step-verdict.ts";

/** The step ends and the one after it begins; after the last one the run is done. */
export function endAndGoOn(
  run: ChangeRun,
  step: WorkflowStep,
  round: RoundState,
  seen: Observation,
  verdict: Verdict,
  why: StepEnd,
): Move {
  const after = run.workflow.steps.findIndex(({ name }) => name === step.name) + 1;
  const ended = endStep(step, round, seen.head, verdict, why);
  return {
    kind: "advance",
    events:
      after >= run.workflow.steps.length
        ? [ended, { type: "run.ended", outcome: "done", why: "every step is done" }]
        : [ended, ...startStep(run, after, seen.head)],
  };
}

export function endForPerson(
  step: WorkflowStep,
  round: RoundState,
  head: string,
  verdict: Verdict,
  why: StepEnd,
): Move {
  return {
    kind: "advance",
    events: [endStep(step, round, head, verdict, why), { type: "run.ended", outcome: "person", why }],
  };
}

export function startStep(run: ChangeRun, index: number, head: string): MoveEvent[] {
  const step = run.workflow.steps[index];
  if (step === undefined) return [];
  const round = (run.steps[index]?.rounds.length ?? 0) + 1;
  return [{ type: "step.started", step: step.name, round, head }];
}

export function endStep(
  { name }: WorkflowStep,
  { round }: RoundState,
  head: string,
  verdict: Verdict,
  why: StepEnd,
): MoveEvent {
  return { type: "step.ended", step: name, round, head, verdict, why };
}

export function headMoved({ name }: WorkflowStep, { round, head }: RoundState, to: string): MoveEvent {
  return { type: "head.moved", step: name, round, from: head, to };
}

export function isTestChange({ word }: Verdict): boolean {
  return word === "TEST CHANGED" || word === "CHANGED";
}

export function byRule(why: string): Verdict {
  return { word: "NO CHANGE NEEDED", why, by: "rule" };
}

/** How the step of somebody outside ended. */
export function outside(word: OutsideWord, why: string, by: VerdictSource = "rule"): Verdict {
  return { word, why, by };
}

export function blockedByRule(question: string): Verdict {
  return { word: "BLOCKED", question, by: "rule" };
}

export function handedBlock(note: string | null): Verdict {
  return { word: "BLOCKED", question: note ?? "A person takes the change over.", by: "person" };
}
