import { removeBranch } from "./remove-branch.ts";
import type { GithubState, RepositoryState } from "./state.ts";

/** Renames a branch: the open pull requests into it go into the new one, those that come from it are closed. */
export function renameBranch(
  state: GithubState,
  repository: RepositoryState,
  { from, to }: { readonly from: string; readonly to: string },
): void {
  const tip = repository.refs.get(`refs/heads/${from}`);
  if (tip === null) throw new Error(`${repository.owner}/${repository.name} has no branch ${from}`);
  repository.refs.set(`refs/heads/${to}`, tip);
  if (repository.defaultBranch === from) repository.defaultBranch = to;
  for (const { state: is, pull } of repository.issues.values())
    if (is === "open" && pull?.baseBranch === from) pull.baseBranch = to;
  removeBranch(state, repository, from);
}
