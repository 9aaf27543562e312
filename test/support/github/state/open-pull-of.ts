import type { IssueState, PullState, RepositoryState } from "./state.ts";

/** The pull request that is open between two branches: GitHub takes one. */
export function openPullOf(
  repository: RepositoryState,
  { headRepository, headBranch, baseBranch }: Pick<PullState, "headRepository" | "headBranch" | "baseBranch">,
): IssueState | undefined {
  return [...repository.issues.values()].find(
    ({ state, pull }) =>
      state === "open" &&
      pull?.headRepository === headRepository &&
      pull.headBranch === headBranch &&
      pull.baseBranch === baseBranch,
  );
}
