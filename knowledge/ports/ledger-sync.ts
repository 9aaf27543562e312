import type { LedgerEvent, Snapshot, Summary } from "./ledger.ts";

/**
 * What a ledger in a file of one clone knows of the ledger that its team shares (ADR 0036): what was taken in last, and
 * up to which sequence each stream is there. What comes after in a stream is its tail, which has not been pushed.
 *
 * Errors of every call: ledger_corrupt, ledger_unavailable, store_newer; ledger_shared_already where the ledger is none
 * of one clone.
 */
export interface LedgerSync {
  standing(): Promise<SyncStanding>;
  /** Sequence up to which each stream is at the remote; a stream that is not named: 0. */
  shared(): Promise<ReadonlyMap<string, number>>;
  /** Streams with a tail, by name. */
  unpushed(): Promise<readonly { readonly stream: string; readonly shared: number; readonly last: number }[]>;
  /** Tails of these streams, also empty ones, and the head, in one reading. */
  tails(
    streams: readonly string[],
  ): Promise<{ readonly head: string | null; readonly tails: readonly Tail[] }>;
  /** Takes in what the remote has, as one transaction. `moved`: the head or a tail is another than was read; nothing is changed. */
  integrate(taken: Taken): Promise<"done" | "moved">;
  /** Keeps that tails were pushed. `moved`: the head is another than was read; nothing is changed. */
  confirm(pushed: Pushed): Promise<"done" | "moved">;
  /** Keeps that the remote was looked at, and stands at the head. */
  looked(head: string, at: number): Promise<void>;
  /** All that was ever set aside, oldest first. */
  setAside(): Promise<readonly SetAside[]>;
}

export interface SyncStanding {
  /** Commit taken in last; null where none ever was. */
  readonly head: string | null;
  /** When the remote was last seen to stand there, milliseconds since the epoch. */
  readonly lookedAt: number | null;
}

/** One append, as it is stored. */
export interface SharedBatch {
  readonly stream: string;
  readonly first: number;
  readonly last: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly events: readonly LedgerEvent[];
}

export interface Tail {
  readonly stream: string;
  /** Sequence up to which the stream is at the remote. */
  readonly shared: number;
  /** Batches after it, in order. */
  readonly batches: readonly SharedBatch[];
}

/** Events of a local batch that did not hold after what the remote had; kept for people. */
export interface SetAside {
  readonly stream: string;
  /** Sequence that the first of the batch had here. */
  readonly first: number;
  /** When the batch was appended here, and when it was set aside; milliseconds since the epoch. */
  readonly at: number;
  readonly asideAt: number;
  readonly events: readonly LedgerEvent[];
  /** What was first, for people. */
  readonly why: string;
}

export interface Taken {
  readonly from: string | null;
  readonly to: string;
  readonly at: number;
  readonly streams: readonly TakenStream[];
}

/** How one stream goes on. */
export interface TakenStream {
  readonly stream: string;
  /** As they were read: nothing is taken in over a tail that grew. */
  readonly was: { readonly shared: number; readonly last: number };
  /** Sequence after which batches of the tail are taken out; that of the last where all stay. */
  readonly keptTo: number;
  /** Batches in their place, in order: the remote's, then those of the tail that still hold. */
  readonly added: readonly SharedBatch[];
  /** Sequence up to which the stream is at the remote now. */
  readonly shared: number;
  readonly setAside: readonly SetAside[];
  /** Of the stream as it is then; null where nothing lists it. */
  readonly summary: Summary | null;
  readonly snapshot: Snapshot | null;
}

export interface Pushed {
  readonly from: string | null;
  readonly to: string;
  readonly at: number;
  readonly streams: readonly { readonly stream: string; readonly shared: number }[];
}
