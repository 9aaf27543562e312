import type { RunName, WatchEvents } from "./watch-events.ts";

/** What is known of a repository's default branch. Times are ISO 8601 in UTC and never go back. */
export interface WatchState {
  /** Time of the last event, or empty. */
  readonly at: string;
  readonly branch: string | null;
  /** Name that the branch had before it was changed, until a tip of it is seen. */
  readonly formerBranch: string | null;
  /** What the repository is called now, where that is not what was asked for. */
  readonly renamedTo: string | null;
  readonly lost: WatchEvents["repository.lost"] | null;
  readonly head: SeenHead | null;
  /**
   * Tips that were overtaken while CI ran there, newer than whatever passed or failed; oldest first, at most
   * {@link KEPT_OVERTAKEN}.
   */
  readonly overtaken: readonly OvertakenTip[];
  /** The newest tip that passed and that the head comes after. */
  readonly lastGreen: string | null;
  /** The one before it. */
  readonly greenBefore: string | null;
  /** Checks of the newest tip that passed before it was overtaken. */
  readonly greenChecks: readonly string[];
  readonly vanished: WatchEvents["checks.vanished"] | null;
  /** The tip of the branch that was seen first. */
  readonly firstTip: string | null;
  /** Tips of the branch that were seen, whether or not CI has ended there. */
  readonly tips: number;
  /** Those that decide of something, and {@link KEPT_FAILURES} of the others; oldest first. */
  readonly failures: readonly FailureState[];
  /** Issues of ours, the newest {@link KEPT_ISSUES}; oldest first. */
  readonly issues: readonly WatchedIssue[];
  /** Failures that were ever raised. */
  readonly raised: number;
  /** What was read of the runs of the branch; null before the first time. */
  readonly evidence: PulledEvidence | null;
  /** The last time that it could not be read; null once it was. */
  readonly evidenceFailed: Pick<WatchEvents["evidence.failed"], "at" | "tip" | "code"> | null;
}

export interface PulledEvidence {
  /** The tip that was known when it was read last, and whether nothing was left to do for it. */
  readonly tip: string;
  readonly done: boolean;
  /** Runs that were begun before `since` are none of ours; they were looked for up to `until`. */
  readonly since: string;
  readonly until: string;
  /** Those that were read, of the last day before `until`, at most {@link KEPT_RUNS}; in the order they were begun. */
  readonly runs: readonly RunName[];
  /** The run that somebody was about to read and told no end of. */
  readonly begun: RunName | null;
  /** Runs of that day that could not be read so far, at most {@link KEPT_TROUBLES}. */
  readonly troubles: readonly RunTrouble[];
}

export interface RunTrouble extends RunName {
  readonly times: number;
  /** Of the last time. */
  readonly code: string;
}

export interface SeenHead {
  readonly commit: string;
  readonly outcome: WatchEvents["head.seen"]["outcome"];
  /** When that outcome was seen first. */
  readonly at: string;
  /** When the tip was seen first. */
  readonly since: string;
}

export interface OvertakenTip {
  readonly commit: string;
  /** When it was seen first. */
  readonly since: string;
}

export type FailureState = WatchEvents["ci.failed"] & {
  /** When none of its checks failed any more, or the branch was left; null while it is open. */
  readonly endedAt: string | null;
  readonly claim: Pick<WatchEvents["answer.claimed"], "at" | "holder" | "until"> | null;
  /** Until when nobody is to try, and why; null where it does not wait. */
  readonly waits: Pick<WatchEvents["answer.waits"], "at" | "until" | "why"> | null;
  /** The mark of what an issue is told, and when somebody was last about to write it. */
  readonly begun: Pick<WatchEvents["answer.begun"], "at" | "key"> | null;
  readonly decided: Pick<WatchEvents["answer.decided"], "at" | "decision"> | null;
  /** Null until the answer is written; never set where the answer is `none`. */
  readonly done: Pick<WatchEvents["answer.done"], "at" | "issue" | "url" | "micros" | "refused"> | null;
};

/** An issue that a triage opened. */
export interface WatchedIssue {
  readonly issue: number;
  readonly url: string | null;
  readonly branch: string;
  /** All checks that were answered by it; sorted. */
  readonly checks: readonly string[];
  /** As it was seen or made last. */
  readonly state: "open" | "closed";
  /** Null while it is open, and where it is gone. */
  readonly closedAt: string | null;
  /** When it was opened or reopened by us last: what closed it before that counts no more. */
  readonly openedAt: string;
}

export const KEPT_FAILURES = 100;
export const KEPT_ISSUES = 500;
export const KEPT_OVERTAKEN = 4;
export const KEPT_RUNS = 1_000;
export const KEPT_TROUBLES = 20;
/** Milliseconds that are looked back on before what was read last: a run may have ended late. */
export const LOOKED_BACK = 24 * 60 * 60_000;

/** Whether somebody still has to write the answer of a failure. */
export function isDue({ answer, done }: FailureState): boolean {
  return answer.kind !== "none" && done === null;
}

/** Failures whose checks fail still, oldest first. */
export function openFailures({ failures }: Pick<WatchState, "failures">): readonly FailureState[] {
  return failures.filter(({ endedAt }) => endedAt === null);
}
