import type {
  BudgetView,
  Cause,
  ChangeList,
  ChangeNext,
  ChangeStarted,
  ChangeView,
  CommitReceipt,
  Diagnosis,
  EditReceipt,
  HandedOver,
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
  budget(query: BudgetQuery): Promise<BudgetView>;
  changes(query: { readonly limit: number; readonly offset: number }): Promise<ChangeList>;
  change(id: string): Promise<ChangeView>;
  /** Asks the forge. */
  turn(id: string): Promise<ChangeNext>;
  /** Without `seen` nothing is handed over: the answer says what would be. With it only while that step is open. */
  handOver(handing: Handing, seen: SeenStep | null): Promise<HandedOver>;
  /** Asks the forge. */
  startChange(starting: Starting): Promise<ChangeStarted>;
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

/** A step that a person was shown as the open one. */
export interface SeenStep {
  readonly run: number;
  readonly step: string;
  readonly round: number;
}

export interface Handing {
  /** The change. */
  readonly id: string;
  readonly to: "next" | "person";
  readonly note: string | null;
}

export interface Starting {
  /** The change. */
  readonly id: string;
  readonly workflow: string;
  /** Who answers findings; null: only a bot's change has a builder. */
  readonly builder: string | null;
  readonly note: string | null;
}

export interface BudgetQuery {
  readonly limit: number;
  readonly account?: string;
  readonly calls?: boolean;
}

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
