/**
 * The ledger: immutable batches of events in named streams; state is a fold (ADR 0005).
 *
 * A stream is named `<kind>/<id>`, e.g. `learning/default`. Sequence numbers count events from 1 in each
 * stream. One append is atomic and durable when it returns.
 */
export interface LedgerEvent {
  /** `<noun>.<past tense>`, e.g. `run.recorded`. */
  readonly type: string;
  /** Version of the event's schema; only ever gains fields. */
  readonly v: number;
  /** JSON only. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface StoredEvent extends LedgerEvent {
  readonly stream: string;
  /** Position in the stream, from 1. */
  readonly seq: number;
  /** Milliseconds since the epoch at which the batch was appended. */
  readonly at: number;
}

export type AppendResult =
  | { readonly kind: "appended"; readonly seq: number }
  /** Somebody else appended first; decide again on the state at `seq`. */
  | { readonly kind: "conflict"; readonly seq: number };

/** A rebuildable read-out of a stream, for lists. */
export interface Summary {
  readonly stream: string;
  /** Sequence number of the last event that it takes into account. */
  readonly seq: number;
  /** Version of the summary's shape. */
  readonly v: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A stream's state at a sequence number, so that a fold need not start at 1. */
export interface Snapshot {
  readonly stream: string;
  readonly seq: number;
  /** Version of the fold that made it; another version is ignored by readers. */
  readonly v: number;
  readonly state: unknown;
}

/** A page of events across streams, oldest first: whole batches, as many as it takes to reach the limit. */
export interface FeedPage {
  readonly events: readonly StoredEvent[];
  /** Where to go on from; equal to the position asked for when nothing follows it yet. */
  readonly next: string;
}

/** Bytes of one batch, serialised; a larger one is refused (`batch_too_large`). */
export const BATCH_LIMIT = 300 * 1024;

/**
 * Errors of every call: ledger_corrupt, ledger_unavailable, store_newer; append also batch_too_large, and ledger_unsure
 * where the answer was lost and what was sent may still be stored. But for the latter, a call that throws has changed nothing.
 * A ledger nobody has written to reads as empty.
 */
export interface Ledger {
  /** Set by test support alone: there a gate may be passed without proof. No adapter sets it. */
  readonly isTestContext?: true;
  /**
   * Appends all of `events` or none. `expectedSeq` is the sequence of the last event seen, 0 for none.
   * No events: nothing is stored, and the answer says whether `expectedSeq` still holds.
   */
  append(stream: string, expectedSeq: number, events: readonly LedgerEvent[]): Promise<AppendResult>;
  /** The events of a stream after `after` (default 0), in order. */
  read(stream: string, after?: number): AsyncIterable<StoredEvent>;
  /** Names of the streams that begin with `prefix`, sorted. */
  streams(prefix: string): Promise<readonly string[]>;
  /**
   * Events of all streams after a position of the feed (empty string = from the start); may repeat, never
   * skips. A position that this ledger did not give (it was restored or replaced) starts over.
   */
  since(position: string, limit: number): Promise<FeedPage>;
  /** Summaries of the streams of one kind (`<kind>/…`), by stream name. */
  summaries(kind: string): Promise<readonly Summary[]>;
  /** Keeps a summary unless a newer one is kept already. */
  putSummary(summary: Summary): Promise<void>;
  /** The newest snapshot of that version, or null. */
  snapshot(stream: string, v: number): Promise<Snapshot | null>;
  /** Keeps a snapshot unless a newer one of its version is kept already. */
  putSnapshot(snapshot: Snapshot): Promise<void>;
  /** Lets go of what it holds; a later call opens it again. */
  close(): Promise<void>;
}
