import { attempt } from "../attempt.ts";
import type { Deps } from "../ports/deps.ts";
import { proposalPath } from "../store/read-proposals.ts";
import { type MergedDeps, mergedProposals } from "./merged-proposals.ts";

/**
 * Carries out what somebody merged into the default branch ({@link mergedProposals}), as that person's word at that
 * time, so that every clone writes the same bytes, and removes the files; gives their ids. One that cannot be
 * carried out stays, and `doctor` names it. What goes wrong is told.
 */
export async function applyMerged(deps: MergedDeps & Pick<Deps, "messages">): Promise<readonly string[]> {
  const applied: string[] = [];
  for (const { id, refusal, apply } of await attempt(deps, [], () => mergedProposals(deps))) {
    if (refusal !== null) continue;
    const receipt = await attempt(deps, null, apply);
    if (receipt?.result !== "done") continue;
    deps.messages.tell({
      kind: "note",
      text: `${proposalPath(id)}, merged into the default branch, is carried out`,
    });
    applied.push(id);
  }
  return applied;
}
