import { syncPull } from "../state/pull-ends.ts";
import type { GithubState, IssueState, RepositoryState } from "../state/state.ts";
import type { Schemas } from "./schemas.ts";

/** Open pull requests of the repository itself whose head is this commit; those from forks are not told. */
export function minimalPullShapes(
  state: GithubState,
  repository: RepositoryState,
  sha: string,
): Schemas["pull-request-minimal"][] {
  const met = [...repository.issues.values()].filter((issue) => isHead(state, repository, issue, sha));
  const repo = {
    id: repository.id,
    url: `${state.api}/repos/${repository.owner}/${repository.name}`,
    name: repository.name,
  };
  return met.map((issue) => ({
    id: issue.id,
    number: issue.number,
    url: `${repo.url}/pulls/${issue.number}`,
    head: { ref: issue.pull!.headBranch, sha: issue.pull!.head, repo },
    base: { ref: issue.pull!.baseBranch, sha: issue.pull!.base, repo },
  }));
}

function isHead(state: GithubState, repository: RepositoryState, issue: IssueState, sha: string): boolean {
  if (issue.pull === null || issue.state === "closed") return false;
  return issue.pull.headRepository === repository && syncPull(state, repository, issue).head === sha;
}
