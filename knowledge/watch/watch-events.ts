import type { LedgerEvent } from "../ports/ledger.ts";

/**
 * What happens to the default branch of a repository, one stream `watch/<organisation>.<owner>.<name>`. Times are ISO
 * 8601 in UTC. All v1. A look that sees no change appends nothing.
 */
export interface WatchEvents {
  /** The tip, or what CI says of it, is another than before. */
  "head.seen": {
    readonly at: string;
    readonly branch: string;
    readonly commit: string;
    readonly outcome: HeadOutcome;
    /** Keys of all checks, the legs of a matrix as one; sorted, at most 500. */
    readonly checks: readonly string[];
    /** How the tip stands to the one seen before; null for the first. `diverged`: history was rewritten. */
    readonly relation: "same" | "ahead" | "behind" | "diverged" | "unknown" | null;
    /** The newest tip that passed and that this one comes after, itself where it passed; null where none is known. */
    readonly lastGreen: string | null;
  };
  /**
   * What CI said at last of a tip that was overtaken while it ran there; `running`: it is waited for no longer. It is
   * read no more.
   */
  "tip.read": { readonly at: string; readonly commit: string; readonly outcome: HeadOutcome };
  /** The default branch is another one than before; what was known of the old one no longer counts. */
  "branch.changed": { readonly at: string; readonly from: string; readonly to: string | null };
  /** The repository answers to another name; watched on under the one that was asked for. */
  "repository.renamed": { readonly at: string; readonly to: string };
  /** Not there, or not for this token; told once, until it is back. */
  "repository.lost": { readonly at: string; readonly why: "missing" | "empty" | "archived" };
  "repository.back": { readonly at: string };
  /** Checks of the last green tip that a passed tip has no more: nobody fails them, nobody proves them. */
  "checks.vanished": { readonly at: string; readonly commit: string; readonly checks: readonly string[] };
  /** The tip failed with these checks (C-062), and what is done about it. Raised once for a tip and a set of checks. */
  "ci.failed": {
    readonly at: string;
    readonly failure: string;
    readonly branch: string;
    readonly commit: string;
    /** Keys of the failing checks, the legs of a matrix as one; sorted. */
    readonly checks: readonly string[];
    /** failureSetFingerprint of them. */
    readonly fingerprint: string;
    /** The newest tip that passed before, or null where none was seen. */
    readonly lastGreen: string | null;
    readonly answer: FailureAnswer;
  };
  /** None of the checks of these failures fails at the tip any more, and some of them passed there. Their issues stay. */
  "ci.recovered": { readonly at: string; readonly commit: string; readonly failures: readonly string[] };
  /** Somebody works on an answer until this time; after it anybody may take it over. */
  "answer.claimed": {
    readonly failure: string;
    readonly at: string;
    readonly holder: string;
    readonly until: string;
  };
  /** An issue is about to be told, by a comment that bears this mark; the first key stays, the last time counts. */
  "answer.begun": {
    readonly failure: string;
    readonly at: string;
    /** With a random part, so that nobody else can have written it. */
    readonly key: string;
  };
  /** It is due, and nobody is to try before this time; whoever takes it on all the same ends the wait. */
  "answer.waits": {
    readonly failure: string;
    readonly at: string;
    readonly until: string;
    /** `money`: no account could pay for it. */
    readonly why: "money";
  };
  /** What is about to be written to the forge, decided before it is written. */
  "answer.decided": { readonly failure: string; readonly at: string; readonly decision: TriageDecision };
  "answer.done": {
    readonly failure: string;
    readonly at: string;
    /** Issue that was opened, commented on or reopened; null where none was. */
    readonly issue: number | null;
    readonly url: string | null;
    /** Whole micro-dollars of model tokens. */
    readonly micros: number;
    /** Why it could not be written, else null. */
    readonly refused: string | null;
  };
  /** What runs of the branch left at the forge was read and learned from. */
  "evidence.pulled": {
    readonly at: string;
    /** The tip that was known then. */
    readonly tip: string;
    /** Runs were looked for that were begun in [since, until). */
    readonly since: string;
    readonly until: string;
    /** Those that were not read before, oldest first. */
    readonly runs: readonly PulledRun[];
    /** False where it is due once more: runs are left, or what was learned is to be seen proposed. */
    readonly done: boolean;
    /** The run that is read next, where that is told before: should it end whoever reads it, it is known which it was. */
    readonly begun?: RunName;
  };
  /** It could not be read; it is tried again for the next tip, or after a day. */
  "evidence.failed": {
    readonly at: string;
    readonly tip: string;
    readonly code: string;
    /** The run whose artifacts could not be read, where that was it. */
    readonly run?: RunName;
  };
  /** An issue of ours was closed or opened by somebody. */
  "issue.seen": {
    readonly at: string;
    readonly issue: number;
    readonly state: "open" | "closed";
    readonly closedAt: string | null;
  };
}

/** An attempt of a run of a workflow. */
export interface RunName {
  readonly id: number;
  readonly attempt: number;
  /** When it was begun. */
  readonly createdAt: string;
}

/** A run of a workflow that was read. */
export interface PulledRun extends RunName {
  /** Ids of the runs that were learned from, one for each artifact. */
  readonly learned: readonly string[];
  /**
   * Why something of it was not learned from, or null: `none` where it left no artifact of the name, `expired` where that
   * is kept no longer, `too-large`, `parked` where learning failed again and again, `interrupted` where whoever read it was
   * ended again and again, else the code of the error that refused it, or that came again and again.
   */
  readonly why: string | null;
}

/** What CI as a whole says of a tip; `none`: nothing reports there. */
export type HeadOutcome = "running" | "passed" | "failed" | "unclear" | "none";

/** What a failure is answered with. */
export type FailureAnswer =
  /** One triage run (C-069), of these checks: all that fail, or those that no open issue is about. */
  | { readonly kind: "triage"; readonly checks: readonly string[] }
  /** A comment on the open issue about it (C-071). */
  | { readonly kind: "comment"; readonly issue: number }
  /** The issue is opened again for a person: closed within 14 days (C-072), or its own change failed (C-073, C-101). */
  | { readonly kind: "reopen"; readonly issue: number; readonly why: "closed-lately" | "own-change" }
  | { readonly kind: "none"; readonly why: NoAnswer };

/**
 * Why nothing is done about a failure. `flake-lately`: a triage found a flake less than a day ago and opened nothing
 * (C-074). `refused-lately`: the forge did not take the issue less than a day ago. `being-answered`: a triage of these
 * checks is due or runs. `told-already`: their issue was told of this tip. `old`: the first tip that was ever seen was
 * red, and had been committed long before.
 */
export type NoAnswer = "flake-lately" | "refused-lately" | "being-answered" | "told-already" | "old";

/** What a triage decided (C-065); a closed choice. */
export interface TriageDecision {
  readonly word: "code" | "test" | "flake" | "infrastructure" | "unclear";
  readonly by: "rules" | "model";
  /** For people, masked. */
  readonly why: string;
  /** The change among those merged since the last green tip that it points to, or null. */
  readonly suspect: number | null;
  /** Numbers of all of them, newest first. */
  readonly merged: readonly number[];
  /** Title and body of the one issue; null for a flake: then nothing is opened. */
  readonly issue: {
    readonly title: string;
    readonly body: string;
    readonly labels: readonly string[];
  } | null;
}

export type WatchEventType = keyof WatchEvents;

/** An event of a watch, as it is appended. */
export function watchEvent<Type extends WatchEventType>(type: Type, data: WatchEvents[Type]): LedgerEvent {
  return { type, v: 1, data: data as unknown as LedgerEvent["data"] };
}
