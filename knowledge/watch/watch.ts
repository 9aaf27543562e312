import type { Projection } from "../ledger/projection.ts";
import { applyWatch } from "./apply-watch.ts";
import type { FailureAnswer, HeadOutcome, WatchEvents } from "./watch-events.ts";
import {
  type FailureState,
  isDue,
  openFailures,
  type PulledEvidence,
  type WatchState,
} from "./watch-state.ts";

/** State of a stream `watch/…`. */
export const WATCH: Projection<WatchState> & Required<Pick<Projection<WatchState>, "summary">> = {
  kind: "watch",
  v: 6,
  initial: {
    at: "",
    branch: null,
    formerBranch: null,
    renamedTo: null,
    lost: null,
    head: null,
    overtaken: [],
    lastGreen: null,
    greenBefore: null,
    greenChecks: [],
    vanished: null,
    firstTip: null,
    tips: 0,
    failures: [],
    issues: [],
    raised: 0,
    evidence: null,
    evidenceFailed: null,
  },
  apply: applyWatch,
  summary: { v: 4, of: (state) => ({ ...summaryOf(state) }) },
};

/** What a list shows of a watch, and what a look has to know to see that nothing differs. */
export interface WatchSummary {
  readonly branch: string | null;
  readonly commit: string | null;
  readonly outcome: HeadOutcome | null;
  /** When that outcome was seen first, ISO 8601, or null. */
  readonly since: string | null;
  /** Tips that were overtaken while CI ran there and that are read still. */
  readonly overtaken: number;
  readonly renamedTo: string | null;
  readonly lost: "missing" | "empty" | "archived" | null;
  /** Open failures, oldest first; at most {@link LISTED}. */
  readonly failures: readonly ListedFailure[];
  readonly openFailures: number;
  /** Answers that are due or being written; all of them. */
  readonly due: readonly DueAnswer[];
  /** What a look has to know to see whether runs are to be read; null before the first time. */
  readonly evidence: Pick<PulledEvidence, "tip" | "done"> | null;
  readonly evidenceFailed: Pick<WatchEvents["evidence.failed"], "at" | "tip"> | null;
  /** Our issues that were open when they were seen last. */
  readonly issues: readonly number[];
  /** Time of the last event. */
  readonly at: string;
}

export interface ListedFailure {
  readonly failure: string;
  readonly at: string;
  readonly commit: string;
  /** At most {@link LISTED}. */
  readonly checks: readonly string[];
  readonly answer: FailureAnswer["kind"];
  readonly issue: number | null;
}

export interface DueAnswer {
  readonly failure: string;
  readonly kind: "triage" | "answer";
  /** Whoever took it on last, and until when; null where nobody has. */
  readonly claim: { readonly holder: string; readonly until: string } | null;
  /** Until when nobody is to try it, ISO 8601; null where it does not wait. */
  readonly waitsUntil: string | null;
}

const LISTED = 20;

/** The answers that somebody has to write, oldest first. */
export function dueAnswers({ failures }: Pick<WatchState, "failures">): readonly DueAnswer[] {
  return failures.filter(isDue).map(({ failure, answer, claim, waits }) => ({
    failure,
    kind: answer.kind === "triage" ? "triage" : "answer",
    claim: claim === null ? null : { holder: claim.holder, until: claim.until },
    waitsUntil: waits?.until ?? null,
  }));
}

/** The issue that a failure is answered by, as far as it is known. */
export function issueOf({ answer, done }: Pick<FailureState, "answer" | "done">): number | null {
  return done?.issue ?? ("issue" in answer ? answer.issue : null);
}

function summaryOf(state: WatchState): WatchSummary {
  const open = openFailures(state);
  return {
    branch: state.branch,
    commit: state.head?.commit ?? null,
    outcome: state.head?.outcome ?? null,
    since: state.head?.at ?? null,
    overtaken: state.overtaken.length,
    renamedTo: state.renamedTo,
    lost: state.lost?.why ?? null,
    failures: open.slice(-LISTED).map((one) => ({
      failure: one.failure,
      at: one.at,
      commit: one.commit,
      checks: one.checks.slice(0, LISTED),
      answer: one.answer.kind,
      issue: issueOf(one),
    })),
    openFailures: open.length,
    due: dueAnswers(state),
    evidence: state.evidence === null ? null : { tip: state.evidence.tip, done: state.evidence.done },
    evidenceFailed:
      state.evidenceFailed === null ? null : { at: state.evidenceFailed.at, tip: state.evidenceFailed.tip },
    issues: state.issues.filter((one) => one.state === "open").map(({ issue }) => issue),
    at: state.at,
  };
}
