import { canonicalJson } from "../text/canonical-json.ts";
import { methodOf } from "./method-of.ts";
import type { QaRun } from "./qa-run.ts";
import type { Requirement } from "./requirement.ts";
import type { StandingContext, UnqualifiedWhy } from "./standing.ts";
import type { RequirementState } from "./subject-state.ts";
import { targetDigest } from "./target-digest.ts";

/** A requirement's runs, those that count for it now and those that do not, with why; each in the order of their start. */
export interface Qualified {
  readonly counting: readonly QaRun[];
  readonly unqualified: readonly { readonly run: string; readonly why: UnqualifiedWhy }[];
}

/**
 * Which runs count: completed ones whose config, its revision and target, frozen at their start, are the requirement's
 * still, whose commit the gate takes, and which rest on evidence where an agent judged. A capture counts by its review
 * alone. Pure.
 */
export function qualify({ row, runs }: RequirementState, context: StandingContext): Qualified {
  const now = currentOf(row, context);
  const byId = new Map(runs.map((run) => [run.id, run]));
  const reviewed = new Set(
    runs.flatMap(({ judges_run_id, verdict }) =>
      verdict === null || judges_run_id === null ? [] : judges_run_id,
    ),
  );
  const judged = runs.map((run) => ({ run, why: whyNot(run, now, byId, reviewed, context) }));
  const counting = judged.filter(({ why }) => why === null).map(({ run }) => run);
  const newest = context.isNewestOnly ? counting.slice(-1) : counting;
  return {
    counting: newest,
    unqualified: judged.flatMap(({ run, why }) => {
      if (why !== null) return [{ run: run.id, why }];
      return newest.includes(run) ? [] : [{ run: run.id, why: "not_newest" as const }];
    }),
  };
}

/** What a run has to have frozen, and what its method asks of it. */
interface Current {
  readonly config: string;
  readonly revision: number;
  readonly target: string | null;
  readonly isCode: boolean;
  readonly isCaptured: boolean;
}

function currentOf(row: Requirement, { methods }: StandingContext): Current {
  const method = methodOf(row, methods);
  return {
    config: executable(row.method_config),
    revision: row.method_config_revision,
    target: targetDigest(row),
    isCode: method === undefined ? executable(row.method_config) !== NOTHING : method.runner_id !== "manual",
    isCaptured: method?.verdict_path === "agent",
  };
}

const NOTHING = "{}";

/** What is carried out, so that two that are the same compare as such; an empty config is none. */
function executable(config: Readonly<Record<string, unknown>> | null): string {
  return config === null ? NOTHING : canonicalJson(config);
}

function whyNot(
  run: QaRun,
  now: Current,
  byId: ReadonlyMap<string, QaRun>,
  reviewed: ReadonlySet<string>,
  { acceptedRevisions }: StandingContext,
): UnqualifiedWhy | null {
  if (reviewed.has(run.id)) return "reviewed_capture";
  if (waitsForReview(run, now)) return "unreviewed_capture";
  if (run.verdict === null) return "not_completed";
  const { method_config, method_config_revision, execution_target_digest, code_identity } = run.raw_result;
  if (method_config === null && now.config !== NOTHING) return "config_unstamped";
  if (executable(method_config) !== now.config) return "config_changed";
  if (method_config_revision !== now.revision)
    return method_config_revision === 0 ? "config_unstamped" : "config_changed";
  if (execution_target_digest !== now.target) return "target_changed";
  if (acceptedRevisions !== null) {
    if (code_identity === null && now.isCode) return "no_commit";
    if (code_identity !== null && !acceptedRevisions.has(code_identity.sha)) return "other_commit";
  }
  return isAgents(run) && !hasEvidence(run, byId) ? "artifact_missing" : null;
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
