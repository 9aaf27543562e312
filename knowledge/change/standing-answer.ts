import { countedAttempts } from "./change-run.ts";
import type { AttemptState, ChangeRun, RoundState } from "./change-state.ts";
import { isTestChange } from "./move-parts.ts";
import type { DoneEffect } from "./planned-effect.ts";
import type { Verdict } from "./step-verdict.ts";

/** What the QA engineer has said in a round that holds for a head of the branch. */
export type StandingAnswer =
  /** Nothing is said of this head. */
  | { readonly kind: "none" }
  | { readonly kind: "said"; readonly verdict: Verdict }
  /** The head is the engineer's own commit. */
  | { readonly kind: "committed"; readonly verdict: Verdict }
  /** The commit is made, and the forge still tells the head before it. */
  | { readonly kind: "unseen" }
  /** The commit is not taken, and why. */
  | { readonly kind: "refused"; readonly why: string };

/** Checks that a verdict names. */
const TOLD = 5;

/** A verdict is about one commit: what was said of another head stands for nothing here. Pure. */
export function standingAnswer(run: ChangeRun, round: RoundState, head: string): StandingAnswer {
  const last = countedAttempts(round).at(-1);
  const verdict = last?.ended?.verdict;
  if (last === undefined || verdict === undefined) return { kind: "none" };
  if (!isTestChange(verdict)) return last.head === head ? { kind: "said", verdict } : { kind: "none" };
  const commit = commitOf(run, last);
  if (commit?.outcome === "refused") return { kind: "refused", why: commit.why ?? "" };
  if (commit?.url === head) return { kind: "committed", verdict };
  return last.head === head ? { kind: "unseen" } : { kind: "none" };
}

/**
 * What was changed in a round that succeeds on this head, which its reviewer is told of: the last test change that was
 * committed, else CHANGED where somebody else pushed after CI had failed. Null where nothing was.
 */
export function changeOf(run: ChangeRun, round: RoundState, head: string): Verdict | null {
  return testChangeOf(run, round) ?? answerOfOthers(round, head);
}

function testChangeOf(run: ChangeRun, round: RoundState): Verdict | null {
  const changed = countedAttempts(round).findLast((attempt) => {
    const verdict = attempt.ended?.verdict;
    return verdict !== undefined && isTestChange(verdict) && commitOf(run, attempt)?.outcome === "done";
  });
  return changed?.ended?.verdict ?? null;
}

function answerOfOthers({ failedBefore }: RoundState, head: string): Verdict | null {
  if (failedBefore === null || failedBefore.head === head) return null;
  const { checks } = failedBefore;
  const more = checks.length > TOLD ? ` and ${checks.length - TOLD} more` : "";
  const failed = `${checks.slice(0, TOLD).join(", ")}${more}`;
  const why = `CI failed at ${short(failedBefore.head)} (${failed}); somebody else pushed up to ${short(head)} in answer`;
  return { word: "CHANGED", why, files: [], quotes: [], by: "rule" };
}

function short(commit: string): string {
  return commit.slice(0, 12);
}

function commitOf(run: ChangeRun, { ended }: AttemptState): DoneEffect | null {
  const keys = new Set(ended?.effects ?? []);
  const commit = run.effects.find(({ key, what }) => what === "commit" && keys.has(key));
  return commit === undefined ? null : (run.done[commit.key] ?? null);
}
