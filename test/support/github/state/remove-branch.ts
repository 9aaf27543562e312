import { syncPull } from "./pull-ends.ts";
import { setIssueState } from "./set-issue-state.ts";
import type { GithubState, RepositoryState } from "./state.ts";

/** Removes a branch; the open pull requests that come from it or go into it are closed. */
export function removeBranch(state: GithubState, repository: RepositoryState, branch: string): void {
  for (const issue of repository.issues.values()) {
    const { pull } = issue;
    const isFrom = pull?.headRepository === repository && pull.headBranch === branch;
    if (!isFrom && pull?.baseBranch !== branch) continue;
    syncPull(state, repository, issue);
    setIssueState(state, issue, "closed");
  }
  repository.refs.remove(`refs/heads/${branch}`);
}
