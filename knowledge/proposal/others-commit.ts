import type { BranchCommit } from "../ports/request-branch.ts";
import type { RequestScene } from "./request-scene.ts";
import type { RequestState } from "./request-state.ts";

/**
 * The newest commit on the branch that the ledger does not know as ours, or null. One that is made by our own identity
 * and unknown counts too: a person may use the same one. Pure.
 */
export function othersCommit(
  { commits }: Pick<RequestState, "commits">,
  scene: Pick<RequestScene, "commits">,
): BranchCommit | null {
  const ours = new Set(commits);
  return scene.commits.find(({ commit }) => !ours.has(commit)) ?? null;
}
