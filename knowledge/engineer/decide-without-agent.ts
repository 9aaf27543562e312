import type { DecidedEffect } from "../change/planned-effect.ts";
import type { Verdict } from "../change/step-verdict.ts";
import type { Check } from "../ci/check.ts";
import { cautionFailures } from "./caution-failures.ts";
import { type Scene, sceneKey } from "./scene.ts";
import type { SortedFailure, SortedFailures } from "./sort-failures.ts";
import { baseIssue } from "./telling/base-issue.ts";
import { baseNote } from "./telling/base-note.ts";
import { failureIdentity } from "./telling/failure-identity.ts";
import { flakeIssue } from "./telling/flake-issue.ts";
import { planEscalation } from "./telling/plan-escalation.ts";

/** What rules alone make of a round's failures. The effects are due in both cases. */
export type RuleDecision =
  | {
      readonly kind: "decided";
      readonly verdict: Verdict;
      readonly effects: readonly DecidedEffect[];
    }
  | {
      /** The QA engineer answers for these. */
      readonly kind: "engineer";
      readonly work: readonly SortedFailure[];
      readonly effects: readonly DecidedEffect[];
    };

/**
 * Decides what needs no agent. Only failures of the base branch: NO CHANGE NEEDED, with an issue each and a note.
 * Flakes, infrastructure, cancelled or stale checks, with or without those: BLOCKED, with the question that names
 * them. Anything of the change, or unclear: the engineer answers for that. Nothing failed and nothing unclear is
 * nobody's pass: it goes to the engineer too, who has no failures then. Pure.
 */
export function decideWithoutAgent(
  sorted: SortedFailures,
  unclear: readonly Check[],
  scene: Scene,
): RuleDecision {
  const { all, base, flake, infrastructure, work } = sorted;
  const known = [...knownEffects(base, flake, infrastructure, scene)];
  if (work.length > 0 || all.length + unclear.length === 0) {
    const beside =
      infrastructure.length === 0
        ? []
        : planEscalation("escalation", questionOf([], infrastructure, []), infrastructure, scene);
    return { kind: "engineer", work, effects: [...known, ...beside] };
  }
  if (flake.length + infrastructure.length + unclear.length > 0) {
    const question = questionOf(flake, infrastructure, unclear);
    const effects = [...known, ...planEscalation("blocked", question, [...infrastructure, ...flake], scene)];
    return { kind: "decided", verdict: { word: "BLOCKED", question, by: "rule" }, effects };
  }
  const why = `every failure is on ${scene.change.baseBranch} already: ${namesOf(base.map(({ note }) => note.check))}`;
  return { kind: "decided", verdict: { word: "NO CHANGE NEEDED", why, by: "rule" }, effects: known };
}

function knownEffects(
  base: readonly SortedFailure[],
  flake: readonly SortedFailure[],
  infrastructure: readonly SortedFailure[],
  scene: Scene,
): DecidedEffect[] {
  const effects: DecidedEffect[] = [
    ...base.map((failure) => baseIssue(failure, scene)),
    ...(base.length === 0 ? [] : [baseNote(base, scene)]),
    ...flake.map((failure) => flakeIssue(failure, scene)),
    ...[...flake, ...infrastructure].map((failure) => caution(failure, scene)),
  ];
  // Two checks may fail by one cause, which is one issue.
  return [...new Map(effects.map((effect) => [effect.key, effect])).values()];
}

function caution(failure: SortedFailure, scene: Scene): DecidedEffect {
  return {
    what: "caution",
    key: sceneKey(scene, "caution", failureIdentity(failure)),
    evidence: JSON.stringify({ job: failure.failed.check.name, failures: cautionFailures(failure) }),
  };
}

function questionOf(
  flake: readonly SortedFailure[],
  infrastructure: readonly SortedFailure[],
  unclear: readonly Check[],
): string {
  const parts = [
    ...(infrastructure.length === 0 ? [] : [`infrastructure failed ${namesOf(infrastructure.map(inWords))}`]),
    ...(flake.length === 0 ? [] : [`a flaky test failed ${namesOf(flake.map(inWords))}`]),
    ...(unclear.length === 0
      ? []
      : [
          `no result is known of ${namesOf(unclear.map(({ name, conclusion }) => `${name} (${conclusion ?? "no conclusion"})`))}`,
        ]),
  ];
  return `Should CI be run again, or does something have to be mended first? In this run, ${parts.join("; ")}.`;
}

function inWords({ note }: SortedFailure): string {
  return `${note.check} (${note.rule ?? note.cause})`;
}

function namesOf(names: readonly string[]): string {
  const more = names.length - 10;
  return names.slice(0, 10).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
