import type { DecidedEffect } from "../change/planned-effect.ts";
import type { Verdict } from "../change/step-verdict.ts";
import type { FailedCheck } from "../ci/failed-check.ts";
import { readFailedChecks } from "../ci/read-failed-checks.ts";
import { decideWithoutAgent } from "../engineer/decide-without-agent.ts";
import { type Scene, sceneKey } from "../engineer/scene.ts";
import { type SortedFailure, sortFailures } from "../engineer/sort-failures.ts";
import { findingComment } from "../engineer/telling/finding-comment.ts";
import { planEscalation } from "../engineer/telling/plan-escalation.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { Carried } from "./carried.ts";
import { type CommandChoice, chooseCommand } from "./choose-command.ts";
import { type ConsultDeps, consultEngineer } from "./consult-engineer.ts";
import type { Engagement } from "./engagement.ts";
import { fetchEnds } from "./fetch-ends.ts";
import { type HeldAttempt, holdAttempt } from "./hold-attempt.ts";
import { type OwnTests, ownTests } from "./own-tests.ts";
import { planCommit, type TestCommit } from "./plan-commit.ts";
import { planEffects } from "./plan-effects.ts";
import { sceneOf } from "./scene-of.ts";

export type EngageDeps = ConsultDeps & Pick<Deps, "history" | "holder" | "host" | "person">;

/** What an attempt came to, before it is appended. */
interface AttemptEnd {
  readonly verdict: Verdict;
  readonly failures: readonly SortedFailure[];
  readonly effects: readonly DecidedEffect[];
  readonly commit: TestCommit | null;
}

/**
 * One attempt of the QA engineer's step: claims it, reads what failed, decides by rules what they settle, asks the
 * engineer for the rest, and appends the verdict with all that is to be written because of it. Errors: those of the
 * forge, git, the model and the ledger: the attempt is then given back, and its money stays counted.
 */
export async function engage(deps: EngageDeps, engagement: Engagement): Promise<Carried> {
  const { id, read, move } = engagement;
  const place = { ...move.place, attempt: move.attempt };
  const held = await holdAttempt(deps, id, read.seq, {
    place,
    head: move.head,
    testMinutes: engagement.config.sandbox.timeoutMinutes,
  });
  if (held === null) return { kind: "moved", move: "engage" };
  try {
    const end = await attend(deps, engagement, held);
    if (end.kind === "unconfirmed") {
      await held.giveBack();
      return end;
    }
    if (end.kind === "ended") await tell(deps, engagement, held, end);
    return { kind: "moved", move: "engage" };
  } catch (error) {
    await held.giveBack();
    throw error;
  }
}

type Attended =
  | { readonly kind: "ended"; readonly scene: Scene; readonly end: AttemptEnd }
  | { readonly kind: "lost" }
  | Extract<Carried, { kind: "unconfirmed" }>;

async function attend(deps: EngageDeps, engagement: Engagement, held: HeldAttempt): Promise<Attended> {
  const { read, sight, config, move } = engagement;
  const { run } = read;
  const scene = await sceneOf(deps, run, move.place, { config, base: sight.change.base.branch });
  const own = move.mode === "own-tests" ? await runOwn(deps, engagement, scene) : null;
  if (own?.kind === "unconfirmed") return own;
  if (own?.kind === "decided") return { kind: "ended", scene, end: blockedOrDone(own, scene) };
  const failed = own === null ? await readFailures(deps, engagement, scene) : own.failed;
  const unclear = sight.ci?.kind === "failed" ? sight.ci.unclear : [];
  const sorted = sortFailures(failed);
  const { all } = sorted;
  const decision = decideWithoutAgent(sorted, unclear, scene);
  if (decision.kind === "decided") {
    const { verdict, effects } = decision;
    return { kind: "ended", scene, end: { verdict, failures: all, effects, commit: null } };
  }
  if (!move.consults || (await deps.model.name()) === null) {
    const verdict = leftToPerson(decision.work, move);
    const effects = [
      ...decision.effects,
      ...planEscalation("blocked", verdict.question, decision.work, scene),
    ];
    return { kind: "ended", scene, end: { verdict, failures: all, effects, commit: null } };
  }
  const { base } = await fetchEnds(deps, run.change, sight);
  const choice: CommandChoice =
    own?.command ??
    (await chooseCommand(
      deps,
      engagement,
      failed.map(({ check }) => check),
    ));
  if (choice.kind === "unconfirmed") return choice;
  const consulted = await consultEngineer(deps, {
    run,
    held,
    scene,
    sight,
    base,
    config,
    step: move.step,
    work: decision.work,
    command: choice,
    hasNoCi: move.mode === "own-tests",
    failsAsBase: own?.failsAsBase ?? (() => false),
  });
  if (consulted.kind === "lost") return consulted;
  const { verdict, commit } = consulted;
  // Whoever is asked the question need not be called for the same round besides.
  const known =
    verdict.word === "BLOCKED"
      ? decision.effects.filter(({ key }) => !isEscalation(key, scene))
      : decision.effects;
  const effects = [...known, ...effectsOf(verdict, decision.work, scene)];
  return { kind: "ended", scene, end: { verdict, failures: all, effects, commit } };
}

function readFailures(
  deps: Pick<Deps, "forge" | "history">,
  { sight, read }: Engagement,
  { mask }: Scene,
): Promise<readonly FailedCheck[]> {
  const { change, ci, reported, head } = sight;
  return readFailedChecks(deps, {
    repository: read.run.change.repository as RepositoryName,
    commit: head,
    failed: ci?.kind === "failed" ? ci.failed : [],
    reported,
    baseBranch: change.base.branch,
    compareBase: "failure",
    mask,
  });
}

async function runOwn(
  deps: EngageDeps,
  engagement: Engagement,
  scene: Scene,
): Promise<OwnTests | Extract<Carried, { kind: "unconfirmed" }>> {
  const { base } = await fetchEnds(deps, engagement.read.run.change, engagement.sight);
  const choice = await chooseCommand(deps, engagement, []);
  return choice.kind === "unconfirmed" ? choice : ownTests(deps, { ...engagement, base }, choice, scene);
}

function blockedOrDone({ verdict }: Extract<OwnTests, { kind: "decided" }>, scene: Scene): AttemptEnd {
  const effects = verdict.word === "BLOCKED" ? planEscalation("blocked", verdict.question, [], scene) : [];
  return { verdict, failures: [], effects, commit: null };
}

/** What people are left with where no model is set, or its attempts are spent. */
function leftToPerson(
  work: readonly SortedFailure[],
  { consults, step }: Engagement["move"],
): Extract<Verdict, { word: "BLOCKED" }> {
  const told = work
    .slice(0, 5)
    .map(({ note, failed }) => `${note.check}: ${note.cause} (${failed.result.nextAction})`);
  const more = work.length > told.length ? ` and ${work.length - told.length} more` : "";
  const why = consults
    ? "No model is set, so a person decides."
    : `It still fails after ${step.maxAttempts} ${step.maxAttempts === 1 ? "attempt" : "attempts"}.`;
  const question = `Is the code wrong, or the test? ${why} ${told.join("; ")}${more}`;
  return { word: "BLOCKED", question, by: "rule" };
}

function isEscalation(key: string, scene: Scene): boolean {
  return key.startsWith(sceneKey(scene, "escalation"));
}

function effectsOf(verdict: Verdict, work: readonly SortedFailure[], scene: Scene): readonly DecidedEffect[] {
  if (verdict.word === "CODE CHANGE NEEDED") return [findingComment(verdict, work, scene)];
  return verdict.word === "BLOCKED" ? planEscalation("blocked", verdict.question, work, scene) : [];
}

async function tell(
  deps: EngageDeps,
  { read }: Engagement,
  held: HeldAttempt,
  { scene, end: { verdict, failures, effects, commit } }: Extract<Attended, { kind: "ended" }>,
): Promise<void> {
  const planned = await planEffects(deps, effects, read.run);
  const commits = commit === null ? [] : [await planCommit(deps, held.place, read.run, scene, commit)];
  await held.end({ verdict, failures: failures.map(({ note }) => note), effects: [...commits, ...planned] });
}
