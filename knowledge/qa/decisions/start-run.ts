import type { Performer, QaRun, RawResult } from "../qa-run.ts";
import type { QaRefusal } from "../refusal.ts";
import type { Requirement } from "../requirement.ts";
import type { RequirementState, SubjectState } from "../subject-state.ts";
import { targetDigest } from "../target-digest.ts";
import { admitCase, setupOf } from "./admit-case.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, refuse } from "./decision.ts";
import { findBindingRow } from "./find-row.ts";
import { freshId } from "./fresh-id.ts";
import { findLivePlanRun, leaseProblem } from "./live-plan-run.ts";
import { recordedBy } from "./recorded-by.ts";
import { replacedProblem } from "./replaced-problem.ts";
import { rosterDigest } from "./roster-digest.ts";
import { ownerOf, subjectOf } from "./subject-columns.ts";
import { WAY_OUT } from "./way-out.ts";

export interface StartRunAsk {
  readonly requirement_id: string;
  readonly performed_by: Performer;
  /** What the code under test is, where the runner knows it. */
  readonly code_identity: RawResult["code_identity"];
  /** Plan execution that it belongs to, and the process that carries that out; null for a run by itself. */
  readonly within: { readonly plan_run_id: string; readonly holder: string } | null;
  /** Roster digest of what was prepared, so that what is frozen is what is carried out; absent where nothing was. */
  readonly prepared?: string;
}

/**
 * Begins an attempt at a requirement: config, its revision, target and code identity are frozen here and kept through the
 * end. Refused where the row is discharged or replaced, and where the case is not admitted here. Pure.
 */
export function startRun(
  state: SubjectState,
  ask: StartRunAsk,
  context: DecisionContext,
): QaDecision<{
  readonly run: QaRun;
  /** Command line that the runner's contract asks for before the case, or null. */
  readonly setup: string | null;
}> {
  const found = findBindingRow(state, ask.requirement_id, context.at);
  if (found.kind === "refused") return found;
  const { row } = found;
  const problem =
    replacedProblem(row, state) ??
    preparedProblem(row, ask.prepared) ??
    (ask.within === null ? null : rosterProblem(found, ask.within, state, context)) ??
    admitCase(row, context);
  if (problem !== null) return problem;
  const run = newRun(
    freshId(context.seed, ownerOf(subjectOf(row)), "run"),
    row,
    {
      performed_by: ask.performed_by,
      plan_run_id: ask.within?.plan_run_id ?? null,
      judges_run_id: null,
      raw_result: {
        method_config: row.method_config,
        method_config_revision: row.method_config_revision,
        execution_target_digest: targetDigest(row),
        code_identity: ask.code_identity,
        sign_in: null,
        values: {},
      },
    },
    context,
  );
  const method = context.methods.find(({ id }) => id === row.method_id);
  return decided([{ type: "QARunStarted", data: { run } }], { run, setup: setupOf(method) });
}

/** A run as it begins: without a verdict. Pure. */
export function newRun(
  id: string,
  row: Requirement,
  given: Pick<QaRun, "performed_by" | "plan_run_id" | "judges_run_id" | "raw_result">,
  { at, actor }: DecisionContext,
): QaRun {
  return {
    id,
    qa_requirement_id: row.id,
    ...given,
    qa_kind: row.qa_kind,
    verdict: null,
    verdict_reason: null,
    score: null,
    confidence: null,
    duration_ms: null,
    started_at: at,
    completed_at: null,
    created_at: at,
    decided_by: null,
    recorded_by: recordedBy(actor),
    artifacts: [],
  };
}

function preparedProblem(row: Requirement, prepared: string | undefined): QaRefusal | null {
  if (prepared === undefined || prepared === rosterDigest(row)) return null;
  const why = `${row.id} was corrected while it was prepared; nothing was carried out`;
  return refuse("plan_case_superseded", why, WAY_OUT.runCase(row.id));
}

function rosterProblem(
  { row }: RequirementState,
  { plan_run_id, holder }: NonNullable<StartRunAsk["within"]>,
  state: SubjectState,
  context: DecisionContext,
): QaRefusal | null {
  const live = findLivePlanRun(state, plan_run_id);
  if (live.kind === "refused") return live;
  const { planRun } = live;
  const entry = planRun.roster.find(({ requirement_id }) => requirement_id === row.id);
  if (entry === undefined)
    return refuse(
      "qa_execution_order_ambiguous",
      `${row.id} is not on the roster of ${plan_run_id}`,
      WAY_OUT.prove(row),
    );
  if (entry.digest !== rosterDigest(row))
    return refuse(
      "plan_case_superseded",
      `${row.id} was corrected after ${plan_run_id} froze it; it is carried out by itself or by the next execution`,
      WAY_OUT.prove(row),
    );
  return leaseProblem(state, planRun, holder, context.at);
}
