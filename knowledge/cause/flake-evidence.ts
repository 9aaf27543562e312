import type { Context, PastOutcome, Symptoms } from "./symptoms.ts";

/** What past results say about the tests that failed now. */
export type HistoryReading =
  /** Each failed test went both ways at one revision, or did so before with the same failure. */
  | { readonly kind: "flaky"; readonly confidence: number }
  /** The default branch's newest result of each failed test is the same failure. */
  | { readonly kind: "pre-existing" }
  | { readonly kind: "silent" };

/** Taken for the default branch where nobody says which one it is. */
const DEFAULT_BRANCHES: ReadonlySet<string> = new Set(["main", "master", "trunk", "develop"]);

const AT_THIS_COMMIT = 0.92;
const SAME_FAILURE = 0.82;

const failed = (row: PastOutcome): boolean => row.outcome === "failed" || row.outcome === "errored";
const passed = (row: PastOutcome): boolean => row.outcome === "passed";

/**
 * Reads the history of the failed tests, of the same job only and without the runs to ignore. It speaks only
 * where it speaks for every one of them; a test whose newest result on the default branch is a failure is
 * never called flaky.
 */
export function readHistory(symptoms: Symptoms, context: Context): HistoryReading {
  const names = symptoms.tests?.failedNames ?? [];
  const { history, commit } = context;
  if (history === undefined || names.length === 0) return { kind: "silent" };
  const tests = names.map((name) => ({
    rows: (history.get(name) ?? []).filter((row) => comparable(row, context)),
    now: symptoms.fingerprints.get(name) ?? null,
  }));
  const onDefault = tests.map(({ rows, now }) => ({ newest: newestOnDefault(rows, context), now }));
  if (onDefault.some(({ newest }) => newest !== null && fails(newest))) {
    const same = onDefault.every(({ newest, now }) => newest !== null && fails(newest) && agree(newest, now));
    return { kind: same ? "pre-existing" : "silent" };
  }
  const weakest = Math.min(...tests.map(({ rows, now }) => flakiness(rows, now, commit)));
  return weakest > 0 ? { kind: "flaky", confidence: weakest } : { kind: "silent" };
}

function comparable(row: PastOutcome, { job, runsToIgnore }: Context): boolean {
  return row.job === (job ?? null) && runsToIgnore?.has(row.run) !== true;
}

function newestOnDefault(rows: readonly PastOutcome[], { defaultBranch }: Context): PastOutcome | null {
  const isDefault = (branch: string | null): boolean =>
    branch !== null &&
    (defaultBranch === undefined ? DEFAULT_BRANCHES.has(branch) : branch === defaultBranch);
  return rows.find((row) => isDefault(row.branch) && row.outcome !== "skipped") ?? null;
}

function fails(row: PastOutcome): boolean {
  return failed(row) && !row.flaky;
}

/** A failure whose message nobody kept is not another one. */
function agree({ fingerprint }: PastOutcome, now: string | null): boolean {
  return fingerprint === null || now === null || fingerprint === now;
}

/**
 * 0 where nothing shows a flake. The failure of now counts for its commit; at another commit only the very
 * same failure does, so that an old flake does not excuse a new fault of the same test.
 */
function flakiness(rows: readonly PastOutcome[], now: string | null, commit: string | undefined): number {
  if (commit !== undefined && rows.some((row) => row.commit === commit && (passed(row) || row.flaky))) {
    return AT_THIS_COMMIT;
  }
  if (now === null) return 0;
  const alike = rows.filter((row) => row.fingerprint === now);
  if (alike.some((row) => row.flaky)) return SAME_FAILURE;
  const failedAt = new Set(
    alike.filter((row) => failed(row) && row.commit !== null).map((row) => row.commit),
  );
  return rows.some((row) => passed(row) && failedAt.has(row.commit)) ? SAME_FAILURE : 0;
}
