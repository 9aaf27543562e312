import { makeLabel } from "./make-label.ts";
import type { GithubState, IssueState, PullState, RepositoryState } from "./state.ts";

export interface AddedIssue {
  readonly title: string;
  readonly body?: string | null | undefined;
  readonly author: string;
  readonly labels?: readonly string[] | undefined;
  readonly assignees?: readonly string[] | undefined;
  readonly pull?: PullState | undefined;
}

/** Opens an issue or a pull request under the next number, which both share. */
export function addIssue(state: GithubState, repository: RepositoryState, issue: AddedIssue): IssueState {
  const now = state.clock.now();
  const number = repository.nextNumber++;
  const added: IssueState = {
    id: state.nextId(),
    number,
    title: issue.title,
    body: issue.body ?? null,
    author: issue.author,
    state: "open",
    stateReason: null,
    labels: [...new Set((issue.labels ?? []).map((name) => makeLabel(state, repository, name)))],
    assignees: [...(issue.assignees ?? [])].filter((login) => repository.people.has(login)),
    locked: false,
    deleted: false,
    createdAt: now,
    updatedAt: now,
    closedAt: null,
    open: [{ from: now, until: null }],
    shownAt: now + state.listLag,
    pull: issue.pull ?? null,
  };
  repository.issues.set(number, added);
  return added;
}
