/**
 * What the ledger tells of single records, read out of the learning streams and of what persons ruled: an index
 * that can be deleted and is filled again.
 *
 * Errors of every call: those of the ledger; journal_unavailable.
 */
export interface Journal {
  /** Runs that confirmed each of these records; one that no run confirmed is left out. */
  confirmations(records: readonly string[]): Promise<ReadonlyMap<string, Confirmations>>;
  /** All that happened to a record, oldest first. */
  of(record: string): Promise<readonly RecordEvent[]>;
}

export interface Confirmations {
  /** Runs, each counted once. */
  readonly count: number;
  /** Time of the newest of these runs, ISO 8601. */
  readonly last: string;
}

export interface RecordEvent {
  /** Time of the run or of the act, ISO 8601. */
  readonly at: string;
  /** An operation of curation (`Add`, `Confirm`, `Supersede`, `Promote`, `Hold`, …), `Mark`, or a person's act (`accept`, …). */
  readonly what: string;
  /** The run, where a run was the reason. */
  readonly run: string | null;
  /** `template`, `model`, or the person. */
  readonly by: string;
  readonly outcome: "applied" | "proposed" | "refused";
  readonly reason: string | null;
  /** The other end of a supersession. */
  readonly other: string | null;
  /** SHA-256 of the file before and after, where it changed. */
  readonly before: string | null;
  readonly after: string | null;
}
