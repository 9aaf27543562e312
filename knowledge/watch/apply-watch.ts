import type { StoredEvent } from "../ports/ledger.ts";
import { afterFailure, afterPull } from "./after-pull.ts";
import { overtakenBy, overtakenWithout } from "./overtaken.ts";
import { trimFailures } from "./trim-failures.ts";
import type { WatchEvents, WatchEventType } from "./watch-events.ts";
import { type FailureState, KEPT_ISSUES, type WatchedIssue, type WatchState } from "./watch-state.ts";

/** The state of a watch after one more event; one of a type or version that nobody knows changes nothing. Pure. */
export function applyWatch(state: WatchState, { type, v, data }: StoredEvent): WatchState {
  if (v !== 1 || !Object.hasOwn(APPLY, type)) return state;
  const applied = APPLY[type as WatchEventType] as (state: WatchState, data: unknown) => WatchState;
  const { at } = data as { readonly at: string };
  const next = applied(state, data);
  return {
    ...next,
    at: [at, state.at].sort().at(-1) ?? at,
    failures: trimFailures(next, Date.parse(at)),
  };
}

type Apply = {
  readonly [Type in WatchEventType]: (state: WatchState, data: WatchEvents[Type]) => WatchState;
};

const APPLY: Apply = {
  "head.seen": (state, seen) => {
    const { at, branch, commit, outcome, checks, relation, lastGreen } = seen;
    const isSameTip = state.head?.commit === commit && state.branch === branch;
    // The same tip under another name: the branch was renamed, and what is known of it holds.
    const { formerBranch } = state;
    const wasCalled = relation === "same" ? formerBranch : null;
    const isLeft = formerBranch !== null && wasCalled === null;
    return {
      ...state,
      branch,
      formerBranch: null,
      head: { commit, outcome, at, since: isSameTip ? (state.head?.since ?? at) : at },
      overtaken: overtakenBy(state, seen),
      lastGreen,
      greenBefore: lastGreen === state.lastGreen ? state.greenBefore : state.lastGreen,
      greenChecks: outcome === "passed" ? checks : state.greenChecks,
      firstTip: state.firstTip ?? commit,
      tips: state.tips + (isSameTip ? 0 : 1),
      issues: state.issues.map((one) => (one.branch === wasCalled ? { ...one, branch } : one)),
      failures: state.failures.map((one) =>
        isLeft ? ended(one, at) : one.branch === wasCalled ? { ...one, branch } : one,
      ),
    };
  },
  "tip.read": (state, read) => ({
    ...state,
    overtaken: overtakenWithout(state, read),
    ...(read.outcome === "passed" ? { lastGreen: read.commit, greenBefore: state.lastGreen } : {}),
  }),
  // What failed ends with the first tip of the other branch, unless that is the same one under another name.
  "branch.changed": (state, { from, to }) => ({
    ...state,
    branch: to,
    formerBranch: from,
    head: null,
    overtaken: [],
    lastGreen: null,
    greenBefore: null,
    greenChecks: [],
    vanished: null,
    firstTip: null,
    tips: 0,
    evidence: null,
    evidenceFailed: null,
  }),
  "repository.renamed": (state, { to }) => ({ ...state, renamedTo: to }),
  "repository.lost": (state, lost) => ({ ...state, lost }),
  "repository.back": (state) => ({ ...state, lost: null }),
  "checks.vanished": (state, vanished) => ({ ...state, vanished }),
  "ci.failed": (state, failed) => ({
    ...state,
    raised: state.raised + 1,
    failures: [
      ...state.failures,
      { ...failed, endedAt: null, claim: null, waits: null, begun: null, decided: null, done: null },
    ],
    issues: coverWith(state.issues, failed),
  }),
  "ci.recovered": (state, { at, failures }) => ({
    ...state,
    failures: state.failures.map((one) => (failures.includes(one.failure) ? ended(one, at) : one)),
  }),
  "answer.claimed": (state, { failure, at, holder, until }) =>
    inFailure(state, failure, (one) => ({
      ...one,
      claim: { at, holder, until },
      // Given back, it waits as before.
      waits: Date.parse(until) > Date.parse(at) ? null : one.waits,
    })),
  "answer.waits": (state, { failure, at, until, why }) =>
    inFailure(state, failure, (one) => ({ ...one, waits: { at, until, why } })),
  "answer.begun": (state, { failure, at, key }) =>
    inFailure(state, failure, (one) => ({ ...one, begun: { at, key: one.begun?.key ?? key } })),
  "answer.decided": (state, { failure, at, decision }) =>
    inFailure(state, failure, (one) => ({ ...one, decided: one.decided ?? { at, decision } })),
  "answer.done": (state, { failure, at, issue, url, micros, refused }) => {
    const found = state.failures.find((one) => one.failure === failure);
    if (found === undefined || found.done !== null) return state;
    const noted = inFailure(state, failure, (one) => ({
      ...one,
      done: { at, issue, url, micros, refused },
    }));
    return { ...noted, issues: answered(state.issues, found, { at, issue, url }) };
  },
  "evidence.pulled": (state, pulled) => ({
    ...state,
    evidence: afterPull(state.evidence, pulled),
    evidenceFailed: null,
  }),
  "evidence.failed": (state, failed) => ({
    ...state,
    evidence: afterFailure(state.evidence, failed),
    evidenceFailed: { at: failed.at, tip: failed.tip, code: failed.code },
  }),
  "issue.seen": (state, { issue, state: seen, closedAt }) => ({
    ...state,
    issues: state.issues.map((one) => (one.issue === issue ? { ...one, state: seen, closedAt } : one)),
  }),
};

/** A failure that an issue answers is one that it is about from then on. */
function coverWith(
  issues: readonly WatchedIssue[],
  { answer, checks }: WatchEvents["ci.failed"],
): readonly WatchedIssue[] {
  if (answer.kind !== "comment" && answer.kind !== "reopen") return issues;
  return issues.map((one) =>
    one.issue === answer.issue ? { ...one, checks: union(one.checks, checks) } : one,
  );
}

/** A triage's issue is known from then on; one that was opened again is open. */
function answered(
  issues: readonly WatchedIssue[],
  { answer, branch, checks }: FailureState,
  { at, issue, url }: { readonly at: string; readonly issue: number | null; readonly url: string | null },
): readonly WatchedIssue[] {
  if (issue === null) return issues;
  const known = issues.find((one) => one.issue === issue);
  if (answer.kind === "triage" && known === undefined)
    return [
      ...issues,
      { issue, url, branch, checks: [...checks], state: "open" as const, closedAt: null, openedAt: at },
    ].slice(-KEPT_ISSUES);
  if (answer.kind !== "triage" && answer.kind !== "reopen") return issues;
  return issues.map((one) =>
    one.issue === issue
      ? { ...one, checks: union(one.checks, checks), state: "open", closedAt: null, openedAt: at }
      : one,
  );
}

function union(one: readonly string[], other: readonly string[]): readonly string[] {
  return [...new Set([...one, ...other])].sort();
}

function ended(failure: FailureState, at: string): FailureState {
  return failure.endedAt === null ? { ...failure, endedAt: at } : failure;
}

function inFailure(
  state: WatchState,
  failure: string,
  change: (failure: FailureState) => FailureState,
): WatchState {
  return {
    ...state,
    failures: state.failures.map((one) => (one.failure === failure ? change(one) : one)),
  };
}
