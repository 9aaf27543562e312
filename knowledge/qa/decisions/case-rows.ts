import type { Subject } from "../subject.ts";
import type { RequirementState, SubjectState } from "../subject-state.ts";
import { dischargeOf } from "./discharge-of.ts";
import { isOfSubject } from "./subject-columns.ts";

/** The row that carries a case of a plan for a subject now, by case key. Pure. */
export type CaseRows = ReadonlyMap<string, RequirementState>;

/**
 * Rows of a plan's cases: of each case the newest that was not retracted. A row that was waived because its case was gone
 * carries nothing: where the case is back, it is a new obligation.
 */
export function caseRowsOf(state: SubjectState, subject: Subject, plan: string, at: string): CaseRows {
  const rows = new Map<string, RequirementState>();
  for (const one of Object.values(state.requirements)) {
    const link = one.row.plan_case;
    if (link?.plan !== plan || one.row.retracted_at !== null || !isOfSubject(one.row, subject)) continue;
    rows.set(link.case_key, one);
  }
  for (const [key, { row }] of rows)
    if (dischargeOf(row, at) === "waived" && row.waiver_rationale === lostRationale(plan, key))
      rows.delete(key);
  return rows;
}

/** Rationale of the waiver of a row whose case is in its plan no more. */
export function lostRationale(plan: string, key: string): string {
  return `plan ${plan} has no case ${key} any more`;
}
