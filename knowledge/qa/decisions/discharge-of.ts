import type { Requirement } from "../requirement.ts";

/** How a row is discharged at a time (ISO 8601), or null where it binds; a waiver that ended discharges nothing. Pure. */
export function dischargeOf(row: Requirement, at: string): "waived" | "superseded" | "retracted" | null {
  if (row.superseded_at !== null) return "superseded";
  if (row.retracted_at !== null) return "retracted";
  if (row.waived_at === null) return null;
  const ends = row.waiver_expires_at;
  return ends === null || Date.parse(ends) > Date.parse(at) ? "waived" : null;
}
