/**
 * Results of tests over time, a row a test and run: what "flaky" and "fails on the base too" are decided
 * from. An index of reports that were read; it can be deleted and filled again, and is never the truth
 * about anything else.
 */
export interface RunKey {
  /** Digest of the normalised evidence and commit; the same report twice is one run. */
  readonly run: string;
  /** What tells jobs of one commit apart (a matrix, a platform, a shard), or null: only runs of one job compare. */
  readonly job: string | null;
  readonly commit: string | null;
  readonly branch: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface HistoryRow {
  /** Full name of the test. */
  readonly test: string;
  readonly outcome: "passed" | "failed" | "errored" | "skipped";
  readonly flaky: boolean;
  /** Milliseconds, or null. */
  readonly durationMs: number | null;
  /** Fingerprint of the failure, or null. */
  readonly fingerprint: string | null;
}

/** What the domain's `PastOutcome` (cause/symptoms.ts) asks for, and more: the domain knows no ports. */
export interface PastResult extends HistoryRow, RunKey {}

/**
 * A run being written: rows are added one by one and become visible together at `commit`; until then they
 * are held in memory (some 200 bytes each). Spent after `commit` or `discard`.
 */
export interface RunWriter {
  add(row: HistoryRow): void;
  /** Makes the run visible. A run that is there already is left as it is; says which happened. */
  commit(key: RunKey): Promise<"recorded" | "known">;
  /** Drops what was added. */
  discard(): Promise<void>;
}

/** Rows that are kept (some 110 MB); over it whole runs are dropped, first recorded first, down to {@link keptRows}. */
export const HISTORY_ROWS = 1_000_000;

/** Rows that stay when the limit is passed, so that room is not made at every commit. The newest run always stays. */
export function keptRows(rowLimit: number): number {
  return Math.floor(rowLimit * 0.75);
}

/**
 * Errors of every call: history_corrupt, history_unavailable, store_newer. None of them is a reason to
 * fail the caller's own job: without a history nothing is known to be flaky, and that is all.
 */
export interface History {
  write(): Promise<RunWriter>;
  /** Results of these tests, newest run first, at most `perTest` each; a test without any is left out. */
  of(tests: readonly string[], perTest: number): Promise<ReadonlyMap<string, readonly PastResult[]>>;
  /** Lets go of what it holds; a later call opens it again. */
  close(): Promise<void>;
}
