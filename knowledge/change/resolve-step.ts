import type { CiOutcome } from "../ci/check.ts";
import type { WorkflowStep } from "../config/config.ts";
import { leaseStanding } from "../ledger/lease.ts";
import { countedAttempts } from "./change-run.ts";
import type { ChangeRun, RoundState } from "./change-state.ts";
import type { Move, MoveEvent, MoveSettings, Observation } from "./move.ts";
import {
  blockedByRule,
  byRule,
  endAndGoOn,
  endForPerson,
  endStep,
  handedBlock,
  headMoved,
  startStep,
} from "./move-parts.ts";
import { changeOf, type StandingAnswer, standingAnswer } from "./standing-answer.ts";
import type { Verdict } from "./step-verdict.ts";

/** Attempts of a round beyond those that count: a branch that moves whenever it is worked on is not followed for ever. */
const VOID_ATTEMPTS = 3;

/**
 * The next move in the QA engineer's step: first what was said of this head and stands, then what CI says of it. Nothing
 * is concluded of a head by what was said of another. Pure.
 */
export function resolveStep(
  run: ChangeRun,
  step: WorkflowStep,
  round: RoundState,
  seen: Observation,
  now: number,
  settings: MoveSettings,
): Move {
  const handed = round.handedOver;
  if (handed !== null) return endForPerson(step, round, seen.head, handedBlock(handed.note), "person");
  const busy = busyWith(round, now, settings);
  if (busy !== null) return busy;
  const answer = standingAnswer(run, round, seen.head);
  if (answer.kind === "unseen") return waitForCi(step, round, [], now, settings);
  if (seen.head !== round.head) return { kind: "advance", events: [headMoved(step, round, seen.head)] };
  if (answer.kind === "said") return conclude(run, step, round, seen, answer.verdict);
  if (answer.kind === "refused") {
    const question = `The commit of the mended tests is not taken: ${answer.why}. Who brings it to the branch, or lets it be brought?`;
    return endForPerson(step, round, seen.head, blockedByRule(question), "blocked");
  }
  return byCi(run, step, round, seen, { answer, now, settings });
}

/** Another process works on the step and may; null where nobody does. */
function busyWith(round: RoundState, now: number, settings: MoveSettings): Move | null {
  const last = countedAttempts(round).at(-1);
  if (last === undefined || last.ended !== null) return null;
  if (leaseStanding(last, { ...settings, now }) !== "held") return null;
  return { kind: "wait", wait: { for: "holder", holder: last.holder, until: last.until } };
}

interface Known {
  readonly answer: StandingAnswer;
  readonly now: number;
  readonly settings: MoveSettings;
}

function byCi(
  run: ChangeRun,
  step: WorkflowStep,
  round: RoundState,
  seen: Observation,
  { answer, now, settings }: Known,
): Move {
  const { ci, head } = seen;
  // Where checks have reported before, CI that says nothing is late and not missing.
  const isLate = run.hasCi && (ci?.kind === "silent" || ci?.kind === "none");
  if (ci === null || isLate) return waitForCi(step, round, [], now, settings);
  const told = tellCi(step, round, ci, head);
  if (told !== null) return { kind: "advance", events: [told] };
  switch (ci.kind) {
    case "silent":
      return { kind: "wait", wait: { for: "ci", running: [], until: ci.until } };
    case "running":
      return waitForCi(
        step,
        round,
        ci.running.map(({ name }) => name),
        now,
        settings,
      );
    case "passed":
      return succeed(run, step, round, seen, byRule("every check passed"));
    case "unclear": {
      const question = `${listed(ci.unclear.map(({ name }) => name))} ended without a result (cancelled or stale). Run it again?`;
      return endForPerson(step, round, head, blockedByRule(question), "blocked");
    }
    case "none":
      // On its own commit the tests passed, or the verdict would not have been accepted.
      if (answer.kind === "committed") return endAndGoOn(run, step, round, seen, answer.verdict, "confirmed");
      return engage(run, step, round, seen, "own-tests");
    case "failed":
      return engage(run, step, round, seen, "ci");
  }
}

/** The step succeeds on this head: with what was changed in it, where something was. */
function succeed(
  run: ChangeRun,
  step: WorkflowStep,
  round: RoundState,
  seen: Observation,
  verdict: Verdict,
): Move {
  const changed = changeOf(run, round, seen.head);
  return changed === null
    ? endAndGoOn(run, step, round, seen, verdict, "nothing-to-do")
    : endAndGoOn(run, step, round, seen, changed, "confirmed");
}

/** What follows from a verdict on this head that needs no more of CI. */
function conclude(
  run: ChangeRun,
  step: WorkflowStep,
  round: RoundState,
  seen: Observation,
  verdict: Verdict,
): Move {
  if (verdict.word === "BLOCKED") {
    const why = answered(round) > step.maxAttempts ? "attempts-spent" : "blocked";
    return endForPerson(step, round, seen.head, verdict, why);
  }
  if (verdict.word !== "CODE CHANGE NEEDED") return succeed(run, step, round, seen, verdict);
  const target = returnTarget(run, step);
  if (target === null) return endForPerson(step, round, seen.head, verdict, "finding-for-person");
  if (returnsOf(run, step) >= step.maxReturns)
    return endForPerson(step, round, seen.head, verdict, "returns-spent");
  const to = run.workflow.steps[target] as WorkflowStep;
  return {
    kind: "advance",
    events: [
      endStep(step, round, seen.head, verdict, "sent-back"),
      { type: "run.returned", step: step.name, round: round.round, to: to.name },
      ...startStep(run, target, seen.head),
    ],
  };
}

/** Index of the step to which a step sends back; null where it names none, or nobody does that step. */
function returnTarget(run: ChangeRun, step: WorkflowStep): number | null {
  if (step.returnTo === null || !run.hasBuilder) return null;
  const { steps } = run.workflow;
  const at = steps.findIndex(({ name, agentRole }) => name === step.returnTo || agentRole === step.returnTo);
  return at >= 0 && at < steps.indexOf(step) ? at : null;
}

function returnsOf(run: ChangeRun, { name }: WorkflowStep): number {
  const state = run.steps.find((one) => one.name === name);
  return state?.rounds.filter(({ ended }) => ended?.why === "sent-back").length ?? 0;
}

/** Attempts of the round that came to a verdict. */
function answered(round: RoundState): number {
  return countedAttempts(round).filter(({ ended }) => ended !== null).length;
}

function engage(
  run: ChangeRun,
  step: WorkflowStep,
  round: RoundState,
  seen: Observation,
  mode: "ci" | "own-tests",
): Move {
  if (!seen.hasBranch) {
    const question =
      "The repository of the change's branch is gone, so nothing can be brought to it. Who takes the change on?";
    return endForPerson(step, round, seen.head, blockedByRule(question), "blocked");
  }
  const open = round.attempts.find(({ ended, isVoid }) => ended === null && !isVoid);
  if (open === undefined && round.attempts.length >= step.maxAttempts + VOID_ATTEMPTS) {
    const question = `The branch moved whenever it was worked on, ${round.attempts.length} attempts long. When does it stand still?`;
    return endForPerson(step, round, seen.head, blockedByRule(question), "attempts-spent");
  }
  return {
    kind: "engage",
    step,
    place: { run: run.run, step: step.name, round: round.round },
    attempt: open?.attempt ?? round.attempts.length + 1,
    head: seen.head,
    mode,
    consults: answered(round) < step.maxAttempts,
  };
}

/** What is new about CI on the head, or null: a wait in which nothing differs appends nothing. */
function tellCi({ name }: WorkflowStep, round: RoundState, ci: CiOutcome, head: string): MoveEvent | null {
  if (ci.kind === "silent") return null;
  const checks = namesOf(ci);
  const known = round.ci;
  if (
    known !== null &&
    known.head === head &&
    known.outcome === ci.kind &&
    listed(known.checks) === listed(checks)
  )
    return null;
  return { type: "ci.seen", step: name, round: round.round, head, outcome: ci.kind, checks };
}

function namesOf(ci: CiOutcome): string[] {
  const checks =
    ci.kind === "running"
      ? ci.running
      : ci.kind === "failed"
        ? ci.failed
        : ci.kind === "unclear"
          ? ci.unclear
          : [];
  return checks.map(({ name }) => name).sort();
}

/** Milliseconds in which checks that have all ended may still be joined by others. */
const SETTLING = 60_000;

/**
 * Waits for CI on a head, bounded from the moment at which the head was first seen; then a person is asked. CI that has
 * just ended is not too late.
 */
function waitForCi(
  step: WorkflowStep,
  round: RoundState,
  running: readonly string[],
  now: number,
  { timeoutMinutes }: MoveSettings,
): Move {
  const settling = round.ci?.outcome === "running" && running.length === 0 ? SETTLING : 0;
  const end = Date.parse(round.headAt) + timeoutMinutes * 60_000 + settling;
  if (now < end) return { kind: "wait", wait: { for: "ci", running, until: new Date(end).toISOString() } };
  const still = running.length === 0 ? "nothing of it was seen" : `still running: ${listed(running)}`;
  const question = `CI did not end within ${timeoutMinutes} minutes (${still}). Wait longer, or look at the runner?`;
  return endForPerson(step, round, round.head, blockedByRule(question), "timeout");
}

function listed(names: readonly string[]): string {
  return names.join(", ");
}
