import { createHash } from "node:crypto";
import { failureSetFingerprint } from "../ci/same-checks.ts";
import type { DefaultBranch } from "../ports/ci-feed.ts";
import { answersOf, isTriaged } from "./answers-of.ts";
import type { Draft } from "./draft.ts";
import type { IssueSight, Observation, Question } from "./observation.ts";
import { ownIssueOf } from "./own-issue.ts";
import type { FailureAnswer } from "./watch-events.ts";
import { openFailures, type WatchedIssue, type WatchState } from "./watch-state.ts";

type Tip = Extract<DefaultBranch, { readonly kind: "branch" }>;

/** Issues whose state is asked for; older ones are taken as they were seen last. */
const ASKED = 20;
/** Milliseconds in which a forge may still tell of an issue as it was before we opened it. */
const BEHIND = 10 * 60_000;

/**
 * Raises what fails at the tip and has not been raised there, in as many parts as there are answers. Gives what has to be
 * read before that.
 */
export function decideAnswers(
  draft: Draft,
  sight: Observation,
  tip: Tip,
  failed: readonly string[],
): readonly Question[] {
  const { commit, branch } = tip;
  const { fresh, waiting } = notRaised(draft.state, commit, failed);
  const isWaiting = fresh.every((check) => waiting.has(check));
  const place = { branch, now: draft.now };
  // What the forge could tell changes nothing while a triage of them is due or rests.
  if (isWaiting && fresh.every((check) => isTriaged(draft.state, check, place))) return [];
  const about = draft.state.issues
    .filter((one) => one.branch === branch && one.checks.some((check) => fresh.includes(check)))
    .slice(-ASKED);
  const own = ownIssueOf(draft.state, sight, commit);
  const missing: Question[] = about
    .filter(({ issue }) => sight.issues[issue] === undefined)
    .map(({ issue }) => ({ ask: "issue", issue }));
  const merged: Question[] =
    own.kind === "missing" ? [{ ask: "merged", after: own.after, until: own.until }] : [];
  if (!isWaiting) missing.push(...merged);
  if (missing.length > 0) return missing;
  for (const one of about) seeIssue(draft, one, sight.issues[one.issue]);
  if (own.kind === "issue" && !about.some(({ issue }) => issue === own.issue)) {
    const there = sight.issues[own.issue];
    if (there === undefined) return [{ ask: "issue", issue: own.issue }];
    const known = draft.state.issues.find(({ issue }) => issue === own.issue);
    if (known !== undefined) seeIssue(draft, known, there);
  }
  const answers = answersOf(draft.state, fresh, {
    ...place,
    commit,
    committedAt: tip.committedAt,
    own: own.kind === "issue" ? own.issue : null,
  });
  if (merged.length > 0) return answers.some(({ answer }) => answer.kind === "triage") ? merged : [];
  for (const { answer, checks } of answers) {
    // What rests on an answer that is not known yet is raised once more only for a triage.
    const told = answer.kind === "triage" ? checks : checks.filter((check) => !waiting.has(check));
    if (told.length > 0) raise(draft, tip, told, answer);
  }
  return [];
}

/** Of the checks that fail those that were not raised at the tip since they passed there last. */
function notRaised(state: WatchState, commit: string, failed: readonly string[]) {
  const waiting = new Set<string>();
  const told = new Set<string>();
  for (const { answer, checks, ...failure } of openFailures(state)) {
    if (failure.commit !== commit) continue;
    const waits =
      answer.kind === "none" &&
      (answer.why === "flake-lately" || answer.why === "refused-lately" || answer.why === "being-answered");
    for (const check of checks) (waits ? waiting : told).add(check);
  }
  return { fresh: failed.filter((check) => !told.has(check)), waiting };
}

function seeIssue(draft: Draft, known: WatchedIssue, seen: IssueSight | undefined): void {
  if (seen === undefined) return;
  const { state, closedAt } = seen;
  if (state === known.state && closedAt === known.closedAt) return;
  const opened = Date.parse(known.openedAt);
  const isBehind =
    state === "closed" && closedAt !== null && Date.parse(closedAt) < opened && draft.now - opened < BEHIND;
  if (!isBehind) draft.add("issue.seen", { at: draft.at, issue: known.issue, state, closedAt });
}

function raise(
  draft: Draft,
  { asked, branch, commit }: Tip,
  checks: readonly string[],
  answer: FailureAnswer,
): void {
  const fingerprint = failureSetFingerprint({ repository: asked.toLowerCase(), branch, checks });
  const { lastGreen, raised } = draft.state;
  draft.add("ci.failed", {
    at: draft.at,
    failure: createHash("sha256")
      .update(JSON.stringify([fingerprint, commit, raised]))
      .digest("hex")
      .slice(0, 12),
    branch,
    commit,
    checks,
    fingerprint,
    lastGreen,
    answer: answer.kind === "triage" ? { kind: "triage", checks } : answer,
  });
}
