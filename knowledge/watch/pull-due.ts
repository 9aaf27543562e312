import type { WatchSummary } from "./watch.ts";
import { LOOKED_BACK, type WatchState } from "./watch-state.ts";

export type PullFacts = Pick<WatchSummary, "commit" | "outcome" | "evidence" | "evidenceFailed" | "lost">;

/** Milliseconds after which what could not be read is tried again, though no other tip came in. */
const AGAIN_AFTER = LOOKED_BACK;

/**
 * Whether what the runs of the default branch left is to be read: CI has ended at a tip for which nobody did so. `now` in
 * milliseconds since the epoch. Pure.
 */
export function isPullDue(
  { commit, outcome, evidence, evidenceFailed, lost }: PullFacts,
  now: number,
): boolean {
  if (commit === null || lost !== null) return false;
  if (outcome !== "passed" && outcome !== "failed" && outcome !== "unclear") return false;
  if (evidence?.tip === commit && evidence.done) return false;
  return evidenceFailed?.tip !== commit || now - Date.parse(evidenceFailed.at) >= AGAIN_AFTER;
}

/** The same facts out of a state. */
export function pullFacts(state: WatchState): PullFacts {
  const { head, evidence, evidenceFailed, lost } = state;
  return {
    commit: head?.commit ?? null,
    outcome: head?.outcome ?? null,
    evidence,
    evidenceFailed,
    lost: lost?.why ?? null,
  };
}
