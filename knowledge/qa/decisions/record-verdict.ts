import { asksForPerson } from "../asks-for-person.ts";
import { methodOf } from "../method-of.ts";
import type { QaRun, QaVerdict } from "../qa-run.ts";
import type { QaRefusal } from "../refusal.ts";
import type { SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, type QaEvent, refuse } from "./decision.ts";
import { dischargeOf } from "./discharge-of.ts";
import { alreadyDischarged, type FoundRun, findRun } from "./find-row.ts";
import { freshId } from "./fresh-id.ts";
import { recordedBy } from "./recorded-by.ts";
import { newRun } from "./start-run.ts";
import { ownerOf, subjectOf } from "./subject-columns.ts";
import { supersedeDeclared } from "./supersede-declared.ts";
import { verdictProblem } from "./verdict-problem.ts";
import { WAY_OUT } from "./way-out.ts";

export interface RecordVerdictAsk {
  /** The capture. */
  readonly run_id: string;
  readonly verdict: QaVerdict;
  readonly verdict_reason: string | null;
  readonly score: number | null;
  readonly confidence: number | null;
}

/**
 * Judges a capture: a run of its own that takes over the config, target and code that the capture froze, and links to it.
 * Who captured does not judge, nor an agent where a person's judgement is asked for. It fails closed: no pass without
 * evidence, nor for an executable case whose capture recorded no config. A passing verdict on a declared replacement
 * supersedes what it replaces, in the same transaction. Pure.
 */
export function recordVerdict(
  state: SubjectState,
  ask: RecordVerdictAsk,
  context: DecisionContext,
): QaDecision<{ readonly run: QaRun; readonly superseded: readonly string[] }> {
  const found = findRun(state, ask.run_id);
  if (found.kind === "refused") return found;
  const { row, run: capture } = found;
  const problem =
    verdictProblem(ask, (reason) => WAY_OUT.recordVerdict(capture.id, ask.verdict, reason)) ??
    captureProblem(found, ask, context) ??
    evidenceProblem(found, ask);
  if (problem !== null) return problem;
  const started = newRun(
    freshId(context.seed, ownerOf(subjectOf(row)), "run"),
    row,
    {
      performed_by: context.actor.isAgent ? "agent" : "manual",
      plan_run_id: capture.plan_run_id,
      judges_run_id: capture.id,
      raw_result: capture.raw_result,
    },
    context,
  );
  const by = recordedBy(context.actor);
  const said = {
    verdict: ask.verdict,
    verdict_reason: ask.verdict_reason?.trim() || null,
    score: ask.score,
    confidence: ask.confidence,
    duration_ms: null,
    decided_by: context.actor.isAgent ? "model" : "person",
  } as const;
  const verdict: readonly QaEvent[] = [
    { type: "QARunStarted", data: { run: started } },
    {
      type: "QARunCompleted",
      data: {
        id: started.id,
        qa_requirement_id: row.id,
        ...said,
        values: {},
        sign_in: null,
        at: context.at,
        by,
      },
    },
  ];
  const supersessions = supersedeDeclared(state, verdict, started, context);
  return decided([...verdict, ...supersessions], {
    run: { ...started, ...said, completed_at: context.at },
    superseded: supersessions.map(({ data }) => data.id),
  });
}

/** Why there is nothing to judge for who acts: it is no open capture, it is judged already, or it is their own. */
function captureProblem(
  { row, runs, run }: FoundRun,
  { verdict, verdict_reason }: RecordVerdictAsk,
  context: DecisionContext,
): QaRefusal | null {
  const discharge = dischargeOf(row, context.at);
  if (discharge !== null) return alreadyDischarged(row, discharge);
  if (run.judges_run_id !== null)
    return refuse(
      "already_judged",
      `${run.id} is a review itself; what it reviewed is ${run.judges_run_id}`,
      WAY_OUT.showRun(run.judges_run_id),
    );
  if (run.verdict !== null)
    return refuse(
      "already_judged",
      `${run.id} has its verdict: ${run.verdict}; another look needs another capture`,
      WAY_OUT.prove(row),
    );
  const isForPerson = asksForPerson(row, methodOf(row, context.methods));
  if (context.actor.isAgent && isForPerson)
    return refuse(
      "precondition_failed",
      `a person's judgement is asked for ${row.id}, and an agent's review of ${run.id} would not count`,
      WAY_OUT.recordVerdict(run.id, verdict, verdict_reason?.trim() || "as seen"),
    );
  const review = runs.findLast(
    ({ judges_run_id, decided_by }) => judges_run_id === run.id && !(isForPerson && decided_by === "model"),
  );
  if (review !== undefined && review.verdict !== "undetermined")
    return refuse(
      "already_judged",
      `${run.id} was reviewed in ${review.id}: ${review.verdict}`,
      WAY_OUT.prove(row),
    );
  if (review !== undefined && context.actor.isAgent)
    return refuse(
      "already_judged",
      `an agent's review of ${run.id} is undetermined (${review.verdict_reason ?? ""}): a person decides`,
      WAY_OUT.showRun(run.id),
    );
  return isOwnCapture(run, context)
    ? refuse(
        "precondition_failed",
        `${run.id} was captured by ${run.recorded_by}, who does not judge it`,
        WAY_OUT.recordVerdict(run.id, verdict, verdict_reason?.trim() || "as seen"),
      )
    : null;
}

/** Whether who acts made the capture. What code captured at a person's command is not a person's own word. */
function isOwnCapture({ recorded_by, performed_by }: QaRun, { actor }: DecisionContext): boolean {
  const isByCode = ["shell", "playwright", "github-actions"].includes(performed_by);
  return recorded_by === recordedBy(actor) && (actor.isAgent || !isByCode);
}

function evidenceProblem({ row, run }: FoundRun, { verdict }: RecordVerdictAsk): QaRefusal | null {
  if (verdict === "error") return null;
  if (run.artifacts.length === 0)
    return refuse(
      "evidence_missing",
      `${run.id} has no artifact: there is nothing to look at`,
      WAY_OUT.addArtifact(run.id),
    );
  if (verdict === "pass" && row.method_config !== null && run.raw_result.method_config === null)
    return refuse(
      "evidence_missing",
      `${run.id} recorded no method_config, and ${row.id} has one: nobody can tell what was carried out`,
      WAY_OUT.prove(row),
    );
  return null;
}
