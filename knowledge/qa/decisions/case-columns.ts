import { caseDefinition } from "../../plan/case-definition.ts";
import { caseDigest } from "../../plan/case-digest.ts";
import type { Plan, PlanCase } from "../../plan/plan.ts";
import type { QaRefusal } from "../refusal.ts";
import type { RequirementSource } from "../requirement.ts";
import type { DecisionContext } from "./context.ts";
import { type ChosenColumns, targetColumns } from "./new-row.ts";
import { policyProblem } from "./policy-problem.ts";
import { WAY_OUT } from "./way-out.ts";

/** Columns of the row that a plan's case becomes, its definition frozen with them. Pure. */
export function caseColumns(
  plan: Plan,
  one: PlanCase,
  source: RequirementSource,
  context: DecisionContext,
): { readonly kind: "columns"; readonly columns: ChosenColumns } | QaRefusal {
  const target = targetColumns(one.target_env, context);
  if ("kind" in target) return target;
  const problem = policyProblem(one.success_policy, WAY_OUT.showPlan(plan.slug));
  if (problem !== null) return problem;
  const method = context.methods.find(({ id }) => id === one.method_id);
  const columns = {
    qa_kind: one.qa_kind,
    qa_phase: one.qa_phase,
    ...target,
    blocking_mode: one.blocking_mode,
    requirement_source: source,
    success_policy: one.success_policy,
    capability_requirements: [
      ...new Set([...(method?.required_capability_kinds ?? []), ...one.capability_requirements]),
    ],
    suite_id: one.suite_id,
    title: one.title,
    plan_case: {
      plan: plan.slug,
      case_key: one.key,
      digest: caseDigest(one),
      definition: caseDefinition(one),
    },
    method_id: one.method_id,
    instructions: one.instructions,
    expected_outcome: one.expected_outcome,
    method_config: one.method_config,
  };
  return { kind: "columns", columns };
}
