import { ancestors } from "../git/ancestry.ts";
import { openPullOf } from "./open-pull-of.ts";
import type { IssueState, RepositoryState } from "./state.ts";

/** Why a closed pull request is not opened again, in GitHub's words; null where it is, and for an issue. */
export function reopenRefusal(repository: RepositoryState, { state, pull }: IssueState): string | null {
  if (pull === null || state === "open") return null;
  const { headRepository, headBranch, baseBranch, head } = pull;
  if (pull.mergedAt !== null) return "state cannot be changed. The pull request is merged.";
  const tip = headRepository.refs.get(`refs/heads/${headBranch}`);
  if (tip === null) return `state cannot be changed. The ${headBranch} branch has been deleted.`;
  if (repository.refs.get(`refs/heads/${baseBranch}`) === null)
    return `state cannot be changed. The ${baseBranch} branch has been deleted.`;
  if (tip !== head && !ancestors(repository.store, tip).has(head))
    return `state cannot be changed. The ${headBranch} branch was force-pushed or recreated.`;
  if (openPullOf(repository, pull) !== undefined)
    return `state cannot be changed. There is already an open pull request from ${headBranch} to ${baseBranch}.`;
  return null;
}
