import type { ReportDigest } from "../evidence/report-digest.ts";
import type { Verdict } from "./cause.ts";

/** The answer for a file that no question can be asked of: it is no test report, or none that can be read. */
export function unusableReport({ notes, totals }: ReportDigest): Verdict | null {
  if (totals.total > 0) return null;
  const note = notes.find(({ kind }) => kind === "not-a-report" || kind === "unreadable");
  if (note === undefined) return null;
  const read = note.kind === "not-a-report";
  return {
    cause: "unknown",
    infrastructure: false,
    preExisting: false,
    confidence: 0.1,
    decidedBy: "rule",
    rule: read ? "not-a-report" : "unreadable-report",
    evidence: [],
    nextAction: read
      ? "Pass the test report or the log of the job instead: this file tells nothing of its tests."
      : "Make the report again or pass the log of the job: this file cannot be read, and may hide failures.",
  };
}
