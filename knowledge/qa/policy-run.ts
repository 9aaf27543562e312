import type { QaRun, QaVerdict } from "./qa-run.ts";

/**
 * A completed run's verdict as policies take it. A pass of a report in which no test ran is undetermined: that nothing
 * failed then proves nothing. Pure.
 */
export function verdictOf(run: QaRun): QaVerdict {
  if (run.verdict === null) return "undetermined";
  return run.verdict === "pass" && hasNoTests(run.raw_result.values) ? "undetermined" : run.verdict;
}

/**
 * Whether what a run reports may decide: not where it is undetermined, and not where it could not be carried out, or a
 * person or an agent said that it failed. What code calls a failure is an exit code, and a policy may ask for another. Pure.
 */
export function mayDecide(run: QaRun): "yes" | "failed" | "undetermined" {
  const verdict = verdictOf(run);
  if (verdict === "undetermined") return "undetermined";
  if (verdict === "error" || (verdict === "fail" && run.decided_by !== "code")) return "failed";
  return "yes";
}

/** A number that a run reports: its score, or one of its values or `values.metrics`; null where it reports none. Pure. */
export function metricOf(run: QaRun, name: string): number | null {
  const value = name === "score" ? run.score : reported(run, name, "metrics");
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** What a run reports of a check: one of its values or `values.checks`; null where it reports none or skipped it. Pure. */
export function checkOf(run: QaRun, name: string): string | number | boolean | null {
  const value = reported(run, name, "checks");
  if (value === "skipped") return null;
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null;
}

function reported({ raw_result: { values } }: QaRun, name: string, group: "metrics" | "checks"): unknown {
  if (Object.hasOwn(values, name)) return values[name];
  const inGroup = Object.hasOwn(values, group) ? values[group] : null;
  return isPlain(inGroup) && Object.hasOwn(inGroup, name) ? inGroup[name] : null;
}

/** `values.tests`: how many ran, or `{total}`, or `{passed, failed}`. */
function hasNoTests(values: QaRun["raw_result"]["values"]): boolean {
  const tests = Object.hasOwn(values, "tests") ? values.tests : null;
  if (!isPlain(tests)) return tests === 0;
  const { total, passed, failed } = tests;
  return total === 0 || (passed === 0 && (failed === 0 || failed === undefined));
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Outcome of a policy that one run can satisfy: any that does, else any that fails, else nothing is known. Pure. */
export function anyOf(outcomes: readonly ("satisfied" | "failed" | "undetermined")[]) {
  if (outcomes.includes("satisfied")) return "satisfied";
  return outcomes.includes("failed") ? "failed" : "undetermined";
}

/** How a clause stands that came out so. */
export const CLAUSE_OUTCOME = {
  satisfied: "passed",
  failed: "failed",
  undetermined: "not_evaluated",
} as const;

/** `3 of 5 runs`. */
export function ofRuns(count: number, runs: number): string {
  return `${count} of ${runs} ${runs === 1 ? "run" : "runs"}`;
}
