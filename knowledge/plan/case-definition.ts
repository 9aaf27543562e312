import type { PlanCase } from "./plan.ts";

/** Fields of a case that make it what it is: a requirement keeps them, and is stale where one of them differs. */
export const DEFINITION_FIELDS = [
  "title",
  "qa_kind",
  "method_id",
  "instructions",
  "expected_outcome",
  "method_config",
  "qa_phase",
  "blocking_mode",
  "target_env",
  "success_policy",
  "capability_requirements",
  "suite_id",
] as const satisfies readonly (keyof PlanCase)[];

export type CaseDefinition = Readonly<Record<string, unknown>>;

/** What a case says, without where it stands in its file: JSON. Of capabilities the order says nothing. Pure. */
export function caseDefinition(one: PlanCase): CaseDefinition {
  const definition = Object.fromEntries(DEFINITION_FIELDS.map((field) => [field, one[field]]));
  return { ...definition, capability_requirements: one.capability_requirements.toSorted() };
}
