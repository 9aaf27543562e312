import { diffCase } from "../plan/diff-case.ts";
import { PLANS_FOLDER } from "../plan/plan-folders.ts";
import type { ReadPlans } from "../plan/read-plans.ts";
import { stemOf } from "../plan/stem-of.ts";
import type { Requirement } from "./requirement.ts";
import type { RequirementState } from "./subject-state.ts";

/**
 * Whether a requirement still is its plan's case. `orphaned`: there is no such plan or case any more; `unreadable`: the
 * plan's file cannot be used; `unplanned`: no plan made it.
 */
export interface PlanCurrency {
  readonly kind: "current" | "stale" | "orphaned" | "unreadable" | "unplanned";
  /** Fields that differ, where it is stale. */
  readonly fields: readonly string[];
}

/** Columns that are corrected in place: the row's own word counts for them, not what it was made with. */
const CORRECTED = [
  "title",
  "qa_kind",
  "instructions",
  "expected_outcome",
  "method_config",
  "blocking_mode",
  "target_env",
  "success_policy",
  "suite_id",
] as const satisfies readonly (keyof Requirement)[];

/**
 * Compares what a requirement asks for now with the plan's case as it is now. The marker of an in-place correction is no
 * part of it: a correction that says what the plan says is current. Pure.
 */
export function planCurrency(
  { row }: Pick<RequirementState, "row">,
  { plans, problems }: Pick<ReadPlans, "plans" | "problems">,
): PlanCurrency {
  const { plan_case } = row;
  if (plan_case === null) return { kind: "unplanned", fields: [] };
  const plan = plans.find(({ slug }) => slug === plan_case.plan);
  if (plan === undefined) {
    const isBad = problems.some(({ file }) => isFileOf(plan_case.plan, file));
    return { kind: isBad ? "unreadable" : "orphaned", fields: [] };
  }
  const now = plan.cases.find(({ key }) => key === plan_case.case_key);
  if (now === undefined) return { kind: "orphaned", fields: [] };
  const own = Object.fromEntries(CORRECTED.map((field) => [field, row[field]]));
  const fields = diffCase({ ...plan_case.definition, ...own, ...capabilitiesOf(row) }, now);
  return { kind: fields.length === 0 ? "current" : "stale", fields };
}

/** Of what the case asked for, what the row asks for still: a kind that was corrected away is none; its method's are its own. */
function capabilitiesOf({ plan_case, capability_requirements: own }: Requirement) {
  const asked = plan_case?.definition.capability_requirements;
  return Array.isArray(asked) ? { capability_requirements: asked.filter((kind) => own.includes(kind)) } : {};
}

function isFileOf(slug: string, file: string): boolean {
  const name = file.startsWith(`${PLANS_FOLDER}/`) ? file.slice(PLANS_FOLDER.length + 1) : "";
  return stemOf(name) === slug;
}
