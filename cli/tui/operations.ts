import type {
  Cause,
  CommitReceipt,
  Diagnosis,
  EditReceipt,
  Inbox,
  Mark,
  MarkReceipt,
  Receipt,
  RecordHistory,
  RecordList,
  RecordSummary,
  RunList,
  RunSummary,
  RunView,
  ShownRecord,
} from "#knowledge";

/**
 * What the screens can ask and do: each is one operation of the product, dispatched. Errors are those of the
 * operations.
 */
export interface Operations {
  inbox(): Promise<Inbox>;
  runs(query: RunQuery): Promise<RunList>;
  run(id: string): Promise<RunView>;
  records(query: RecordQuery): Promise<RecordList>;
  record(id: string): Promise<ShownRecord>;
  history(id: string): Promise<RecordHistory>;
  doctor(): Promise<Diagnosis>;
  /** Opens the editor and writes what was saved, if that may be. */
  edit(id: string): Promise<EditReceipt>;
  /** Without `seen` nothing is written: the receipt says what would be. With it only what was seen is changed. */
  rule(verb: Ruling, ruled: Ruled): Promise<Receipt>;
  mark(marking: Marking, seen: Seen | null): Promise<MarkReceipt>;
  /** Without a plan nothing is committed: the receipt says what would be. With it only where HEAD is still the same. */
  commit(planned: { readonly message: string; readonly head: string | null } | null): Promise<CommitReceipt>;
  /** Keeps text that was not used and gives the path of its file. */
  keepDraft(name: string, text: string): Promise<string>;
}

/** Digests of files as they were shown, by record. */
export type Seen = Readonly<Record<string, string>>;

export interface Ruled {
  readonly ids: readonly string[];
  readonly reason: string | null;
  readonly seen: Seen | null;
}

/** What a person can decide over records. */
export type Ruling = "accept" | "reject" | "forget";

export interface RunQuery {
  readonly limit: number;
  readonly offset: number;
  readonly verdict?: RunSummary["verdict"];
  readonly branch?: string;
}

export interface RecordQuery {
  readonly text?: string;
  readonly scope?: string;
  readonly kinds?: readonly RecordSummary["kind"][];
  readonly statuses?: readonly RecordSummary["status"][];
  readonly anchor?: string;
  readonly all?: boolean;
  readonly limit: number;
  readonly offset: number;
}

export interface Marking {
  readonly run: string;
  readonly mark: Mark;
  readonly test: string | null;
  readonly cause: Cause | null;
}
