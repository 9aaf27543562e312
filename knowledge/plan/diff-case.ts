import { canonicalJson } from "../text/canonical-json.ts";
import { type CaseDefinition, caseDefinition } from "./case-definition.ts";
import type { PlanCase } from "./plan.ts";

/** Fields in which a definition that was kept differs from the case as it is now, by their names; none where it is current. Pure. */
export function diffCase(definition: CaseDefinition, now: PlanCase): readonly string[] {
  const current = caseDefinition(now);
  const fields = [...new Set([...Object.keys(current), ...Object.keys(definition)])];
  return fields.filter(
    (field) => canonicalJson(definition[field] ?? null) !== canonicalJson(current[field] ?? null),
  );
}
