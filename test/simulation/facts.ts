import type { RequestEvents } from "../../knowledge/proposal/request-events.ts";
import type { SweepEvents } from "../../knowledge/sweep/sweep-events.ts";
import type { WatchEvents } from "../../knowledge/watch/watch-events.ts";

/** What the ledger and the forge of a simulated world tell in the end, and what was seen on the way: what bars are held against. */
export interface Facts {
  /** Time of the end; all times are milliseconds since the epoch. */
  readonly end: number;
  readonly failures: readonly FailureFact[];
  /** Issues that a triage or a sweep of ours opened, as the forge has them. */
  readonly issues: readonly IssueFact[];
  readonly comments: readonly { readonly repository: string; readonly key: string }[];
  /** Change requests of ours, as the forge has them. */
  readonly requests: readonly RequestFact[];
  /** Change requests that the ledger tells of: that they were opened, merged or closed. */
  readonly toldRequests: readonly (Pick<RequestEvents["request.opened"], "number"> & {
    readonly repository: string;
  })[];
  /** Stretches in which a tip had failed while the forge answered. */
  readonly reds: readonly {
    readonly repository: string;
    readonly commit: string;
    readonly from: number;
    readonly until: number;
  }[];
  readonly spends: readonly {
    readonly organisation: string;
    readonly at: number;
    readonly micros: number;
    readonly run: string;
  }[];
  readonly reservations: readonly ReservationFact[];
  /** The group's cap in any seven days, micro-dollars. */
  readonly weekMicros: number;
  /** Default branches that stood elsewhere after a run of ours than where people had left them. */
  readonly moved: readonly { readonly repository: string; readonly at: number }[];
  readonly writes: readonly WriteFact[];
  readonly sweeps: readonly SweepFact[];
  /** Weeks that have to be swept. */
  readonly weeks: readonly { readonly stream: string; readonly week: string }[];
  /** Repositories of which a look told something new although nothing was to differ. */
  readonly unquiet: readonly {
    readonly repository: string;
    readonly at: number;
    readonly events: readonly string[];
  }[];
  /** Errors of ours and errors that nobody foresaw. */
  readonly faults: readonly {
    readonly at: number;
    readonly lambda: string;
    readonly code: string;
    readonly message: string;
  }[];
}

export interface FailureFact {
  readonly repository: string;
  readonly failure: string;
  readonly at: number;
  readonly commit: string;
  readonly checks: readonly string[];
  readonly answer: WatchEvents["ci.failed"]["answer"];
  /** Issues that it was said to be done with, in order. */
  readonly done: readonly Pick<WatchEvents["answer.done"], "issue" | "refused">[];
  readonly decided: number;
  /** Whether the repository cannot be watched in the end. */
  readonly lost: boolean;
}

export interface IssueFact {
  readonly repository: string;
  readonly number: number;
  readonly of: "triage" | "sweep";
  readonly key: string;
}

export interface RequestFact {
  readonly repository: string;
  readonly number: number;
  readonly branch: string;
  /** Stretches of time in which it was open; one that has no end goes on. */
  readonly open: readonly { readonly from: number; readonly until: number | null }[];
}

export interface ReservationFact {
  readonly account: string;
  readonly id: string;
  /** Account of the run that it was made for. */
  readonly run: string | null;
  readonly at: number;
  readonly expiresAt: number;
  readonly capMicros: number;
  /** Null where nobody ended it. */
  readonly end: { readonly at: number; readonly micros: number } | null;
}

export interface WriteFact {
  readonly at: number;
  readonly repository: string;
  readonly what: string;
  /** Whether it is the platform's own. */
  readonly platform: boolean;
  /** Whether the ledger knew at the beginning of the run that it was lost. */
  readonly lost: boolean;
}

export interface SweepFact {
  readonly stream: string;
  readonly timeZone: string;
  readonly week: SweepEvents["sweep.done"]["week"];
  /** Times at which somebody took it on, and said that it was done. */
  readonly claimedAt: readonly number[];
  readonly doneAt: readonly number[];
  readonly issue: number | null;
  /** Repository of the issue. */
  readonly issueIn: string | null;
}
