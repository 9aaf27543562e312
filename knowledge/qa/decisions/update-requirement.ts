import type { QaRefusal } from "../refusal.ts";
import type { Requirement } from "../requirement.ts";
import type { RequirementState, SubjectState } from "../subject-state.ts";
import type { DecisionContext } from "./context.ts";
import { decided, type QaDecision, refuse } from "./decision.ts";
import { findBindingRow } from "./find-row.ts";
import { isJudged } from "./is-judged.ts";
import { methodProblem } from "./method-problem.ts";
import { targetColumns } from "./new-row.ts";
import { policyProblem } from "./policy-problem.ts";
import { recordedBy } from "./recorded-by.ts";
import { sameJson } from "./same-json.ts";
import { subjectOf } from "./subject-columns.ts";
import { WAY_OUT } from "./way-out.ts";

/** Columns that may be corrected in place. */
export type UpdatableColumns = Pick<
  Requirement,
  | "title"
  | "qa_kind"
  | "target_env"
  | "blocking_mode"
  | "success_policy"
  | "capability_requirements"
  | "suite_id"
  | "instructions"
  | "expected_outcome"
  | "method_config"
>;

/** Columns that may be corrected after a pass or a fail: earlier runs then no longer count, or nothing was judged by them. */
const AFTER_A_VERDICT: ReadonlySet<string> = new Set<keyof UpdatableColumns>([
  "title",
  "suite_id",
  "method_config",
  "target_env",
]);

/**
 * Corrects a live row in place. A new `method_config` raises the revision marker, so that passes from before no longer
 * count; a new target takes the environment's snapshot. What a verdict was given by (expected outcome, policy) is frozen
 * by that verdict, and everything is on a standalone execution's row. A blocking row never becomes a non-blocking one:
 * that is a waiver. Pure.
 */
export function updateRequirement(
  state: SubjectState,
  ask: { readonly requirement_id: string; readonly changes: Partial<UpdatableColumns> },
  context: DecisionContext,
): QaDecision<{ readonly requirement: Requirement; readonly changed: readonly string[] }> {
  const found = findBindingRow(state, ask.requirement_id, context.at);
  if (found.kind === "refused") return found;
  const { row } = found;
  const wanted = Object.fromEntries(
    Object.entries(ask.changes).filter(
      ([name, value]) => value !== undefined && !sameJson(value, row[name as keyof Requirement]),
    ),
  ) as Partial<UpdatableColumns>;
  const problem = frozenProblem(found, wanted) ?? valueProblem(row, wanted, context);
  if (problem !== null) return problem;
  const target = "target_env" in wanted ? targetColumns(wanted.target_env ?? null, context) : null;
  if (target !== null && "kind" in target) return target;
  const changes: Partial<Requirement> = {
    ...wanted,
    ...target,
    ...("method_config" in wanted ? { method_config_revision: row.method_config_revision + 1 } : {}),
  };
  const changed = Object.keys(wanted);
  if (changed.length === 0) return decided([], { requirement: row, changed });
  return decided(
    [
      {
        type: "QARequirementUpdated",
        data: { id: row.id, changes, why: "correction", at: context.at, by: recordedBy(context.actor) },
      },
    ],
    { requirement: { ...row, ...changes }, changed },
  );
}

function frozenProblem(requirement: RequirementState, wanted: Partial<UpdatableColumns>): QaRefusal | null {
  const { row } = requirement;
  if (wanted.blocking_mode === "non_blocking")
    return refuse(
      "frozen_requirement_immutable",
      `${row.id} is blocking; to let it hold nothing up is a waiver, with a rationale`,
      WAY_OUT.waive(row.id, "holds nothing up for now", "operator"),
    );
  if (!isJudged(requirement)) return null;
  const isFrozenWhole = row.execution_id !== null;
  const frozen = Object.keys(wanted).filter((name) => isFrozenWhole || !AFTER_A_VERDICT.has(name));
  if (frozen.length === 0) return null;
  return refuse(
    "frozen_requirement_immutable",
    `${row.id} has a verdict that was given by its ${frozen.join(", ")}; add a corrected requirement and let it supersede this one`,
    WAY_OUT.addCorrected(requirement),
  );
}

function valueProblem(
  row: Requirement,
  wanted: Partial<UpdatableColumns>,
  context: DecisionContext,
): QaRefusal | null {
  const recover = WAY_OUT.showRequirement(row.id);
  if (wanted.title?.trim() === "" || wanted.qa_kind?.trim() === "")
    return refuse("precondition_failed", "a requirement keeps a title and a kind", recover);
  return (
    policyProblem(wanted.success_policy ?? null, WAY_OUT.listRequirements(subjectOf(row))) ??
    ("method_config" in wanted ? methodProblem({ ...row, ...wanted }, context, recover) : null)
  );
}
