import { isResting } from "./is-resting.ts";
import type { FailureAnswer, NoAnswer } from "./watch-events.ts";
import { type FailureState, isDue, type WatchedIssue, type WatchState } from "./watch-state.ts";

/** Milliseconds after the closing of an issue in which the same checks open it again (C-072); at its very end still. */
const REOPENS_WITHIN = 14 * 24 * 60 * 60_000;
/** Age of a commit in milliseconds above which a red tip that is seen as the first one is only noted. */
const OLD = 14 * 24 * 60 * 60_000;

export interface FailingTip {
  readonly commit: string;
  readonly committedAt: string;
  readonly branch: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The issue of ours that a change since the last green tip was to close, or null. */
  readonly own: number | null;
}

export interface AnsweredChecks {
  readonly answer: FailureAnswer;
  readonly checks: readonly string[];
}

/**
 * What failing checks are answered with, check by check: what an issue of ours is about already goes there, and only
 * what is about nothing is triaged, all of it by one run. The parts share no check and lose none. Pure.
 */
export function answersOf(
  state: WatchState,
  checks: readonly string[],
  tip: FailingTip,
): readonly AnsweredChecks[] {
  const parts = new Map<string, { answer: FailureAnswer; checks: string[] }>();
  for (const check of checks) {
    const answer = onceATip(state, answerOf(state, check, tip), tip);
    const key = answer.kind === "triage" ? answer.kind : JSON.stringify(answer);
    const part = parts.get(key);
    if (part === undefined) parts.set(key, { answer, checks: [check] });
    else part.checks.push(check);
  }
  return [...parts.values()];
}

/** Whether a triage of a check is due or rests, so that no other begins, whatever the forge tells of issues and changes. Pure. */
export function isTriaged(
  state: WatchState,
  check: string,
  tip: Pick<FailingTip, "branch" | "now">,
): boolean {
  return triagesOf(state, check, tip).some((one) => isDue(one) || isResting(one, tip.now));
}

function answerOf(state: WatchState, check: string, tip: FailingTip): FailureAnswer {
  const about = state.issues.filter((one) => one.branch === tip.branch && one.checks.includes(check));
  const open = about.findLast((one) => isOpen(state, one));
  const isPending = triagesOf(state, check, tip).some(isDue);
  if (tip.own !== null && (open === undefined ? !isPending : open.issue === tip.own))
    return ofOwnChange(state, tip.own);
  if (open !== undefined) return { kind: "comment", issue: open.issue };
  if (isPending) return none("being-answered");
  const closed = about
    .filter(({ closedAt }) => closedAt !== null && tip.now - Date.parse(closedAt) <= REOPENS_WITHIN)
    .sort((a, b) => Date.parse(a.closedAt ?? "") - Date.parse(b.closedAt ?? "") || a.issue - b.issue)
    .at(-1);
  if (closed !== undefined) return { kind: "reopen", issue: closed.issue, why: "closed-lately" };
  const rests = triagesOf(state, check, tip).findLast((one) => isResting(one, tip.now));
  if (rests !== undefined) return none(rests.done?.refused == null ? "flake-lately" : "refused-lately");
  return isOld(state, tip) ? none("old") : { kind: "triage", checks: [check] };
}

/** A person is called once while the branch stays red; after that, and while the issue is open, it is told of each tip. */
function ofOwnChange(state: WatchState, issue: number): FailureAnswer {
  const known = state.issues.find((one) => one.issue === issue);
  const isCalled = state.failures.some(
    ({ answer, endedAt }) =>
      endedAt === null && answer.kind === "reopen" && answer.why === "own-change" && answer.issue === issue,
  );
  return isCalled && known !== undefined && isOpen(state, known)
    ? { kind: "comment", issue }
    : { kind: "reopen", issue, why: "own-change" };
}

/** An issue that is about to be opened again counts as open. */
function isOpen({ failures }: WatchState, { issue, state }: WatchedIssue): boolean {
  return (
    state === "open" ||
    failures.some((one) => one.answer.kind === "reopen" && one.answer.issue === issue && isDue(one))
  );
}

function triagesOf(
  { failures }: WatchState,
  check: string,
  { branch }: Pick<FailingTip, "branch">,
): readonly FailureState[] {
  return failures.filter(
    (one) => one.branch === branch && one.answer.kind === "triage" && one.checks.includes(check),
  );
}

/** An issue is told of one tip once, be it by its own first words. */
function onceATip({ failures }: WatchState, answer: FailureAnswer, { commit }: FailingTip): FailureAnswer {
  if (answer.kind !== "comment") return answer;
  const isTold = failures.some(
    (one) =>
      one.commit === commit &&
      (one.answer.kind === "comment" || one.answer.kind === "reopen"
        ? one.answer.issue === answer.issue
        : one.done?.issue === answer.issue),
  );
  return isTold ? none("told-already") : answer;
}

/** Red for long when it was first looked at: nobody waits for news of it. */
function isOld({ head, tips, lastGreen }: WatchState, { committedAt }: FailingTip): boolean {
  if (tips > 1 || lastGreen !== null || head === null) return false;
  return Date.parse(head.since) - Date.parse(committedAt) > OLD;
}

function none(why: NoAnswer): FailureAnswer {
  return { kind: "none", why };
}
