import { isStale } from "./decisions/live-plan-run.ts";
import type { QaArtifact, QaRun } from "./qa-run.ts";
import { evidenceOf } from "./qualify.ts";
import type { StandingContext } from "./standing.ts";
import { standingOf } from "./standing-of.ts";
import type { RequirementState, SubjectState } from "./subject-state.ts";

/**
 * Why an artifact is kept, the strongest first. `binding`: a blocking requirement that binds stands on it;
 * `awaits_review`: such a one has it captured and nobody has judged it; `open_run`: its run has no verdict;
 * `live_execution`: the plan's execution is at work; `younger`: than is asked.
 */
export type KeptWhy = "binding" | "awaits_review" | "open_run" | "live_execution" | "younger";

export interface RetainedArtifact {
  readonly artifact: QaArtifact;
  readonly requirement_id: string;
  /** Null: it may go. */
  readonly why: KeptWhy | null;
}

/**
 * Which artifacts of a subject may go, of those whose bytes are kept: age alone lets none go. A requirement stands on the
 * runs that count for it at any commit, and goes on binding where its waiver is to end. Pure.
 */
export function retention(
  state: SubjectState,
  before: number,
  { now, methods }: Pick<StandingContext, "now" | "methods">,
): readonly RetainedArtifact[] {
  const context = { now, methods, isNewestOnly: false, acceptedRevisions: null };
  const at = new Date(now).toISOString();
  const live = new Set(
    state.planRuns.filter((one) => one.completed === null && !isStale(one, at)).map(({ id }) => id),
  );
  return Object.values(state.requirements).flatMap((one) => {
    const standing = standingOf(rowAlone(one), state, context);
    const stands = new Set(standsOn(one, standing.qualifying));
    const waiting = new Set(
      standing.unqualified.filter(({ why }) => why === "unreviewed_capture").map(({ run }) => run),
    );
    const isBinding = one.row.blocking_mode === "blocking" && !isLetOff(one, state, context);
    return one.runs.flatMap((run) =>
      run.artifacts
        .filter(({ pruned_at }) => pruned_at === undefined)
        .map((artifact) => ({
          artifact,
          requirement_id: one.row.id,
          why: whyOf(artifact, run, {
            binding: isBinding && stands.has(artifact.id),
            live: run.plan_run_id !== null && live.has(run.plan_run_id),
            waits: isBinding && waiting.has(run.id),
            before,
          }),
        })),
    );
  });
}

function whyOf(
  { created_at }: QaArtifact,
  run: QaRun,
  is: { readonly binding: boolean; readonly live: boolean; readonly waits: boolean; readonly before: number },
): KeptWhy | null {
  if (is.binding) return "binding";
  if (is.waits) return "awaits_review";
  if (run.verdict === null) return "open_run";
  if (is.live) return "live_execution";
  return Date.parse(created_at) >= is.before ? "younger" : null;
}

/** The row as if nothing had let it off: what its runs say by themselves. */
function rowAlone({ row, runs }: RequirementState): RequirementState {
  return { row: { ...row, retracted_at: null, superseded_at: null, waived_at: null }, runs };
}

/** Ids of the artifacts of the runs that count, with those of the captures that they judge. */
function standsOn({ runs }: RequirementState, counting: readonly string[]): readonly string[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  return runs
    .filter(({ id }) => counting.includes(id))
    .flatMap((run) => evidenceOf(run, byId).map(({ id }) => id));
}

/** For good: not by a waiver that is to end. */
function isLetOff(one: RequirementState, state: SubjectState, context: StandingContext): boolean {
  const { word, isSettled } = standingOf(one, state, context);
  if (word === "waived") return one.row.waiver_expires_at === null;
  return (word === "superseded" || word === "retracted") && isSettled;
}
