import type { Context, PastOutcome, Symptoms } from "./symptoms.ts";

/** What past results say about the tests that failed now. */
export type HistoryReading =
  /** Each failed test went both ways at one revision, or passed on a retry. */
  | { readonly kind: "flaky"; readonly confidence: number }
  /** The default branch's newest result of each failed test is a failure too. */
  | { readonly kind: "pre-existing" }
  | { readonly kind: "silent" };

const failed = (row: PastOutcome): boolean => row.outcome === "failed" || row.outcome === "errored";
const passed = (row: PastOutcome): boolean => row.outcome === "passed";

/**
 * Reads the history of the failed tests. It speaks only where it speaks for every one of them; a test whose
 * newest result on the default branch is a failure is never called flaky.
 */
export function readHistory({ tests }: Symptoms, context: Context): HistoryReading {
  const names = tests?.failedNames ?? [];
  const { history, commit, defaultBranch } = context;
  if (history === undefined || names.length === 0) return { kind: "silent" };
  const failsOnDefault = (name: string): boolean => {
    if (defaultBranch === undefined) return false;
    const newest = history
      .get(name)
      ?.find((row) => row.branch === defaultBranch && row.outcome !== "skipped");
    return newest !== undefined && failed(newest) && !newest.flaky;
  };
  if (names.some(failsOnDefault)) {
    return names.every(failsOnDefault) ? { kind: "pre-existing" } : { kind: "silent" };
  }
  const strengths = names.map((name) => flakiness(history.get(name) ?? [], commit));
  const weakest = Math.min(...strengths);
  return weakest > 0 ? { kind: "flaky", confidence: weakest } : { kind: "silent" };
}

/** 0 where nothing shows a flake; more where the evidence is nearer to this very revision. */
function flakiness(rows: readonly PastOutcome[], commit: string | undefined): number {
  const here = commit === undefined ? [] : rows.filter((row) => row.commit === commit);
  if (here.some((row) => passed(row) || row.flaky)) return 0.92;
  if (rows.some((row) => row.flaky)) return 0.82;
  const failedAt = new Set(rows.filter((row) => row.commit !== null && failed(row)).map((row) => row.commit));
  return rows.some((row) => passed(row) && failedAt.has(row.commit)) ? 0.82 : 0;
}
