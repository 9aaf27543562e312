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

/** The last test change of the round that was committed: the change's reviewer is told of it. Null where there is none. */
export function testChangeOf(run: ChangeRun, round: RoundState): Verdict | null {
  const changed = countedAttempts(round).findLast((attempt) => {
    const verdict = attempt.ended?.verdict;
    return verdict !== undefined && isTestChange(verdict) && commitOf(run, attempt)?.outcome === "done";
  });
  return changed?.ended?.verdict ?? null;
}

function commitOf(run: ChangeRun, { ended }: AttemptState): DoneEffect | null {
  const keys = new Set(ended?.effects ?? []);
  const commit = run.effects.find(({ key, what }) => what === "commit" && keys.has(key));
  return commit === undefined ? null : (run.done[commit.key] ?? null);
}
