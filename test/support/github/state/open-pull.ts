import { addIssue } from "./add-issue.ts";
import type { GithubState, IssueState, RepositoryState } from "./state.ts";

export interface OpenedPull {
  readonly headRepository: RepositoryState;
  readonly headBranch: string;
  readonly baseBranch: string;
  readonly title: string;
  readonly body?: string | null | undefined;
  readonly author: string;
  readonly draft?: boolean | undefined;
  readonly labels?: readonly string[] | undefined;
}

/** Opens a pull request between two branches; null where one of them is not there. */
export function openPull(
  state: GithubState,
  repository: RepositoryState,
  pull: OpenedPull,
): IssueState | null {
  const { headRepository, headBranch, baseBranch, draft = false } = pull;
  const head = headRepository.refs.get(`refs/heads/${headBranch}`);
  const base = repository.refs.get(`refs/heads/${baseBranch}`);
  if (head === null || base === null) return null;
  const issue = addIssue(state, repository, {
    title: pull.title,
    body: pull.body,
    author: pull.author,
    labels: pull.labels,
    pull: {
      headRepository,
      headBranch,
      baseBranch,
      draft,
      mergedAt: null,
      mergedBy: null,
      mergeCommit: null,
      head,
      base,
    },
  });
  repository.refs.set(`refs/pull/${issue.number}/head`, head);
  return issue;
}
