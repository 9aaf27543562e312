import type { RunInfo } from "../reader.ts";

/** What the header of a run in Assay's format tells; keys that are missing or of another kind are left out. */
export function runInfoOf(header: unknown): RunInfo {
  const { recorder, startedAt, commit, branch, part } = (header ?? {}) as Record<string, unknown>;
  const { index, of } = (part ?? {}) as Record<string, unknown>;
  return {
    ...(isText(recorder) ? { recorder } : {}),
    ...(isCount(startedAt, 0) ? { startedAt } : {}),
    ...(isText(commit) ? { commit } : {}),
    ...(isText(branch) ? { branch } : {}),
    ...(isCount(index, 1) && isCount(of, 1) ? { part: { index, of } } : {}),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isCount(value: unknown, least: number): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= least;
}
