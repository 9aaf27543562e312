import type { WorkflowStep } from "../config/config.ts";
import { leaseFor, leaseStanding } from "../ledger/lease.ts";
import { currentStep, pendingEffects } from "./change-run.ts";
import type { ChangeRun, RoundState } from "./change-state.ts";
import type { Move, MoveSettings, Observation } from "./move.ts";
import {
  byRule,
  endAndGoOn,
  endForPerson,
  endStep,
  handedBlock,
  headMoved,
  outside,
  startStep,
} from "./move-parts.ts";
import type { PlannedEffect } from "./planned-effect.ts";
import { resolveStep } from "./resolve-step.ts";

/**
 * The next move of a run: computed from its events and what the forge says, never by a model. Pure; the same state and
 * observation give the same move. Effects that were decided come before anything else.
 */
export function nextMove(run: ChangeRun, seen: Observation, now: number, settings: MoveSettings): Move {
  const [effect] = pendingEffects(run);
  if (effect !== undefined) return write(run, effect, now, settings);
  if (run.ended !== null) return { kind: "finished" };
  const current = currentStep(run);
  if (current === null) return opening(run, seen);
  const { step, round, index } = current;
  if (seen.state !== "open") return closing(step, round, seen);
  if (step.agentRole === "ci-resolver") return resolveStep(run, step, round, seen, now, settings);
  if (step.agentRole === "product-feature-builder") return awaitBuilder(run, step, round, seen);
  return awaitReviewer(run, index, step, round, seen);
}

/** Milliseconds after which an effect that a process began with is taken over from it. */
const WRITE_LEASE = 5 * 60_000;

function write(run: ChangeRun, effect: PlannedEffect, now: number, settings: MoveSettings): Move {
  const begun = run.begun[effect.key];
  if (begun === undefined) return { kind: "write", effect, begunAt: null };
  const lease = leaseFor(begun.holder, Date.parse(begun.at), WRITE_LEASE);
  return leaseStanding(lease, { ...settings, now }) === "held"
    ? { kind: "wait", wait: { for: "holder", ...lease } }
    : { kind: "write", effect, begunAt: begun.at };
}

/** Nothing has begun yet: the first step does. */
function opening(run: ChangeRun, seen: Observation): Move {
  return { kind: "advance", events: startStep(run, 0, seen.head) };
}

function closing(step: WorkflowStep, round: RoundState, seen: Observation): Move {
  const why = seen.state === "merged" ? "the change was merged" : "the change was closed";
  const verdict = step.agentRole === "ci-resolver" ? byRule(why) : outside("CLOSED", why);
  return {
    kind: "advance",
    events: [
      endStep(step, round, seen.head, verdict, "closed"),
      { type: "run.ended", outcome: "closed", why },
    ],
  };
}

/** The builder's part: round 1 is the change itself, later ones a commit that answers the finding. */
function awaitBuilder(run: ChangeRun, step: WorkflowStep, round: RoundState, seen: Observation): Move {
  if (!run.hasBuilder)
    return endAndGoOn(run, step, round, seen, outside("SKIPPED", "a person opened the change"), "skipped");
  const handed = round.handedOver;
  if (handed?.to === "person")
    return endForPerson(step, round, seen.head, handedBlock(handed.note), "person");
  const isDone = round.round === 1 ? !seen.draft : seen.head !== round.head;
  if (!isDone && handed === null) return { kind: "wait", wait: { for: "builder", since: round.at } };
  return endAndGoOn(run, step, round, seen, outside("ANSWERED", answeredBy(round, seen)), "answered");
}

function answeredBy({ round, handedOver }: RoundState, { head }: Observation): string {
  if (handedOver !== null) return handedOver.note ?? `${handedOver.by} says that it is done`;
  return round === 1 ? "the change is open for review" : `by ${head.slice(0, 12)}`;
}

/** A reviewer's part ends by word. What was pushed meanwhile goes back to CI first. */
function awaitReviewer(
  run: ChangeRun,
  index: number,
  step: WorkflowStep,
  round: RoundState,
  seen: Observation,
): Move {
  if (seen.head !== round.head) {
    const resolver = run.workflow.steps.findIndex(({ agentRole }) => agentRole === "ci-resolver");
    if (resolver >= 0 && resolver < index) {
      const verdict = outside("OVERTAKEN", "somebody pushed while it was reviewed");
      return {
        kind: "advance",
        events: [
          endStep(step, round, seen.head, verdict, "answered"),
          ...startStep(run, resolver, seen.head),
        ],
      };
    }
    return { kind: "advance", events: [headMoved(step, round, seen.head)] };
  }
  const handed = round.handedOver;
  if (handed === null) return { kind: "wait", wait: { for: "reviewer", since: round.at } };
  if (handed.to === "person") return endForPerson(step, round, seen.head, handedBlock(handed.note), "person");
  const reviewed = outside("REVIEWED", handed.note ?? `by ${handed.by}`, "person");
  return endAndGoOn(run, step, round, seen, reviewed, "answered");
}
