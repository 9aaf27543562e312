import { canonicalJson } from "../text/canonical-json.ts";
import { asksForPerson } from "./asks-for-person.ts";
import { methodOf } from "./method-of.ts";
import type { QaRun } from "./qa-run.ts";
import type { Requirement } from "./requirement.ts";
import type { StandingContext, UnqualifiedWhy } from "./standing.ts";
import type { RequirementState } from "./subject-state.ts";
import { targetDigest } from "./target-digest.ts";

/** A requirement's runs, those that count for it now and those that do not, with why; each in the order of the stream. */
export interface Qualified {
  readonly counting: readonly QaRun[];
  readonly unqualified: readonly { readonly run: string; readonly why: UnqualifiedWhy }[];
}

/**
 * Which runs count: completed ones whose config, its revision and target, frozen at their start, are the requirement's
 * still, whose commit the gate takes, and which rest on evidence where an agent judged. A capture counts by its review
 * alone, and of several by one; where a person's judgement is asked for, an agent's review is none. Pure.
 */
export function qualify({ row, runs }: RequirementState, context: StandingContext): Qualified {
  const now = currentOf(row, context);
  const isJudging = runs.some(({ judges_run_id }) => judges_run_id !== null);
  const others: Others = {
    byId: isJudging ? new Map(runs.map((run) => [run.id, run])) : NONE,
    reviewed: isJudging ? reviewedOf(runs) : NOBODY,
  };
  const counting: QaRun[] = [];
  const unqualified: { readonly run: string; readonly why: UnqualifiedWhy }[] = [];
  const whys = runs.map((run) => whyNot(run, now, others, context));
  const qualifying = runs.filter((_, index) => whys[index] === null);
  const reviews = isJudging ? reviewByCapture(qualifying) : NONE;
  const left = qualifying.filter((run) => isReviewThatCounts(run, reviews));
  const newest = context.isNewestOnly ? (left.toSorted(byStart).at(-1) ?? null) : null;
  runs.forEach((run, index) => {
    const why =
      whys[index] ??
      (isReviewThatCounts(run, reviews) ? null : "other_review") ??
      (newest === null || run === newest ? null : "not_newest");
    if (why === null) counting.push(run);
    else unqualified.push({ run: run.id, why });
  });
  return { counting, unqualified };
}

/** By when they were started, whatever clone they came from and wherever in the stream they are. */
function byStart(a: QaRun, b: QaRun): number {
  const ms = Date.parse(a.started_at) - Date.parse(b.started_at);
  return ms !== 0 ? ms : a.id < b.id ? -1 : 1;
}

/**
 * The review of each capture that counts: clones that do not see each other may each record one. A person's comes before
 * an agent's, what is no pass before a pass, and what leaves it open last.
 */
function reviewByCapture(reviews: readonly QaRun[]): ReadonlyMap<string, QaRun> {
  const one = new Map<string, QaRun>();
  for (const review of reviews) {
    const { judges_run_id: capture } = review;
    if (capture === null) continue;
    const other = one.get(capture);
    if (other === undefined || byWeight(review, other) < 0) one.set(capture, review);
  }
  return one;
}

const WEIGHTS = ["fail", "error", "pass", "undetermined"];

function byWeight(a: QaRun, b: QaRun): number {
  const weightOf = ({ decided_by, verdict }: QaRun) =>
    (decided_by === "person" ? 0 : WEIGHTS.length) + WEIGHTS.indexOf(verdict ?? "");
  return weightOf(a) - weightOf(b) || byStart(a, b);
}

/** Whether a run is the review of its capture, or no review at all. */
function isReviewThatCounts({ id, judges_run_id }: QaRun, reviews: ReadonlyMap<string, QaRun>): boolean {
  return judges_run_id === null || reviews.get(judges_run_id)?.id === id;
}

/** What of a requirement's other runs bears on one. */
interface Others {
  /** All of them; empty where none judges another. */
  readonly byId: ReadonlyMap<string, QaRun>;
  /** Captures that were judged. */
  readonly reviewed: ReadonlySet<string>;
}

const NONE: ReadonlyMap<string, QaRun> = new Map();
const NOBODY: ReadonlySet<string> = new Set();

function reviewedOf(runs: readonly QaRun[]): ReadonlySet<string> {
  return new Set(
    runs.flatMap(({ judges_run_id, verdict }) =>
      verdict === null || judges_run_id === null ? [] : judges_run_id,
    ),
  );
}

/** What a run has to have frozen, and what its method asks of it. */
interface Current {
  readonly config: Requirement["method_config"];
  readonly revision: number;
  readonly target: string | null;
  readonly isCode: boolean;
  readonly isCaptured: boolean;
  readonly isForPerson: boolean;
}

function currentOf(row: Requirement, { methods }: StandingContext): Current {
  const method = methodOf(row, methods);
  return {
    config: row.method_config,
    revision: row.method_config_revision,
    target: targetDigest(row),
    isCode: method === undefined ? executable(row.method_config) !== NOTHING : method.runner_id !== "manual",
    isCaptured: method?.verdict_path === "agent",
    isForPerson: asksForPerson(row, method),
  };
}

const NOTHING = "{}";

/** Configs are never changed, and many runs froze one and the same. */
const EXECUTABLE = new WeakMap<Readonly<Record<string, unknown>>, string>();

/** What is carried out, so that two that are the same compare as such; an empty config is none. */
function executable(config: Readonly<Record<string, unknown>> | null): string {
  if (config === null) return NOTHING;
  const known = EXECUTABLE.get(config);
  if (known !== undefined) return known;
  const text = canonicalJson(config);
  EXECUTABLE.set(config, text);
  return text;
}

function whyNot(
  run: QaRun,
  now: Current,
  { byId, reviewed }: Others,
  { acceptedRevisions }: StandingContext,
): UnqualifiedWhy | null {
  if (reviewed.has(run.id)) return "reviewed_capture";
  if (waitsForReview(run, now) || isNoReview(run, now)) return "unreviewed_capture";
  if (run.verdict === null) return "not_completed";
  const { method_config, method_config_revision, execution_target_digest, code_identity } = run.raw_result;
  // Out of a snapshot, what a run froze and what its requirement has still is one object.
  if (method_config !== now.config && executable(method_config) !== executable(now.config))
    return method_config === null ? "config_unstamped" : "config_changed";
  if (method_config_revision !== now.revision)
    return method_config_revision === 0 ? "config_unstamped" : "config_changed";
  if (execution_target_digest !== now.target) return "target_changed";
  if (acceptedRevisions !== null) {
    if (code_identity === null && now.isCode) return "no_commit";
    if (code_identity !== null && !acceptedRevisions.has(code_identity.sha)) return "other_commit";
  }
  return isAgents(run) && !hasEvidence(run, byId) ? "artifact_missing" : null;
}

/** An agent's word where a person's is asked for. */
function isNoReview({ judges_run_id, decided_by }: QaRun, { isForPerson }: Current): boolean {
  return isForPerson && judges_run_id !== null && decided_by === "model";
}

/** Captured, and not judged by somebody else: whatever verdict its own capturer put on it. */
function waitsForReview(run: QaRun, { isCaptured }: Current): boolean {
  const isCapture = isCaptured || run.performed_by === "agent_mission";
  if (!isCapture || run.judges_run_id !== null || run.verdict === "error") return false;
  return run.verdict !== null || run.artifacts.length > 0;
}

/** Whether an agent judged: what it said then rests on something that others can look at. Pure. */
export function isAgents({ decided_by, performed_by, verdict }: QaRun): boolean {
  return (
    verdict !== "error" &&
    (decided_by === "model" || performed_by === "agent" || performed_by === "agent_mission")
  );
}

function hasEvidence(run: QaRun, byId: ReadonlyMap<string, QaRun>): boolean {
  return evidenceOf(run, byId).length > 0;
}

/** What a run rests on: its own artifacts, and those of the capture that it judges. Pure. */
export function evidenceOf(run: QaRun, byId: ReadonlyMap<string, QaRun>): QaRun["artifacts"] {
  const capture = run.judges_run_id === null ? undefined : byId.get(run.judges_run_id);
  return [...run.artifacts, ...(capture?.artifacts ?? [])];
}
