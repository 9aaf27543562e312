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
  ProposalList,
  ProposalSummary,
  Receipt,
  RecordHistory,
  RecordList,
  RecordSummary,
  RequestDiff,
  RequestList,
  RequestOutcome,
  RequestReceipt,
  RunList,
  RunSummary,
  RunView,
  ShownRecord,
  ShownRequest,
  SweepRan,
  SweepShown,
  WatchList,
  WatchStatus,
} from "#knowledge";
import type { WatchRan } from "../do-duties.ts";
import type { WorkOperations } from "./work-operations.ts";

/**
 * What the screens can ask and do: each is one operation of the product, dispatched. Errors are those of the
 * operations.
 */
export interface Operations extends WorkOperations {
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
  watched(): Promise<WatchList>;
  watchedBranch(repository: string): Promise<WatchStatus>;
  /** Asks the forge, and does what is due there. */
  look(repository: string): Promise<WatchRan>;
  /** The newest sweep of a product, or that of a week. */
  swept(product: string, week: string | null): Promise<SweepShown>;
  /** Asks the forge; sweeps the newest week and proposes its report. */
  sweep(product: string): Promise<Sweeping>;
  proposals(): Promise<ProposalList>;
  proposal(id: string): Promise<ProposalSummary>;
  /** As {@link rule}. */
  decide(verb: Deciding, ruled: Ruled): Promise<Receipt>;
  requests(): Promise<RequestList>;
  /** What the ledger knows of a request; with `forge` also how it stands at the forge, which is asked. */
  request(name: RequestName, forge: boolean): Promise<ShownRequest>;
  /** Asks the forge. */
  requestDiff(name: RequestName): Promise<RequestDiff>;
  /** Asks the forge. Without `seen` nothing is written. With it only the commit that was seen is merged or closed. */
  endRequest(ending: Ending, seen: RequestReceipt["seen"] | null): Promise<RequestReceipt>;
  /** Asks the forge. With `dryRun` nothing is written: the outcome says what would be done first. */
  refreshRequest(refreshing: Refreshing, dryRun: boolean): Promise<RequestOutcome>;
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

/** What a person can decide over proposals. */
export type Deciding = "apply" | "drop";

/** The one rolling request of a repository. */
export interface RequestName {
  /** `owner/name` */
  readonly repository: string;
  readonly kind: RequestList["requests"][number]["kind"];
}

export interface Ending {
  readonly verb: "merge" | "close";
  readonly request: RequestName;
  /** Said below a request that is closed. */
  readonly reason: string | null;
}

export interface Refreshing {
  readonly request: RequestName;
  /** Whether what was closed unmerged is asked for once more. */
  readonly again: boolean;
}

export interface Sweeping {
  readonly ran: SweepRan;
  /** What became of the request of the report; null where there was nothing to propose. */
  readonly proposed: RequestOutcome | null;
}

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
