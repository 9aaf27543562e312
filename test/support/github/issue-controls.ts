import { addComment } from "./state/add-comment.ts";
import { addIssue } from "./state/add-issue.ts";
import { findRepository } from "./state/find-repository.ts";
import { makeLabel } from "./state/make-label.ts";
import { conflictsNot, type MergeMethod, mergePull } from "./state/merge-pull.ts";
import { openPull } from "./state/open-pull.ts";
import { syncPull } from "./state/pull-ends.ts";
import { reopenRefusal } from "./state/reopen-refusal.ts";
import { setIssueState } from "./state/set-issue-state.ts";
import type { CommentState, GithubState, IssueState, RepositoryState } from "./state/state.ts";

export interface NewPull {
  /** Branch here, or `owner:branch` of a fork. */
  readonly head: string;
  readonly base?: string;
  readonly title?: string;
  readonly body?: string | null;
  readonly author?: string;
  readonly draft?: boolean;
  readonly labels?: readonly string[];
}

export interface IssueControls {
  /** Opens a pull request and tells its number. */
  openPull(pull: NewPull): number;
  /** Merges it and tells the commit on the base branch; an error where the two conflict. */
  mergePull(number: number, how?: { readonly method?: MergeMethod; readonly by?: string }): string;
  openIssue(issue: {
    readonly title: string;
    readonly body?: string | null;
    readonly author?: string;
    readonly labels?: readonly string[];
  }): number;
  /** Closes an issue, or a pull request without merging it. */
  closeIssue(number: number, at?: number | string, reason?: IssueState["stateReason"]): void;
  /** Opens an issue or a pull request again; an error where GitHub refuses it. */
  reopenIssue(number: number): void;
  /** Whether GitHub would open it again. */
  mayReopen(number: number): boolean;
  /** Whether a pull request's two ends do not conflict. */
  mayMerge(number: number): boolean;
  deleteIssue(number: number): void;
  lockIssue(number: number): void;
  editIssue(
    number: number,
    edit: { readonly title?: string; readonly body?: string | null; readonly labels?: readonly string[] },
  ): void;
  comment(number: number, body: string, author?: string): number;
  /** What is known of an issue or pull request; an error where there is none. */
  issue(number: number): IssueState;
  /** All issues that are no pull requests, by number. */
  issues(): readonly IssueState[];
  commentsOf(number: number): readonly CommentState[];
}

export function issueControls(state: GithubState, repository: RepositoryState): IssueControls {
  const need = (number: number): IssueState => {
    const issue = repository.issues.get(number);
    if (issue === undefined) throw new Error(`${repository.owner}/${repository.name} has no issue ${number}`);
    return issue;
  };
  return {
    openPull: (pull) => open(state, repository, pull),
    mergePull: (number, how = {}) => mergePull(state, repository, need(number), how),
    openIssue: (issue) => addIssue(state, repository, { ...issue, author: issue.author ?? "builder" }).number,
    closeIssue: (number, at, reason) => {
      const issue = need(number);
      if (issue.pull !== null) syncPull(state, repository, issue);
      setIssueState(state, issue, "closed", {
        reason,
        at: at === undefined ? undefined : new Date(at).getTime(),
      });
    },
    reopenIssue: (number) => {
      const issue = need(number);
      const refusal = reopenRefusal(repository, issue);
      if (refusal !== null) throw new Error(`pull request ${number}: ${refusal}`);
      setIssueState(state, issue, "open");
    },
    mayReopen: (number) => reopenRefusal(repository, need(number)) === null,
    mayMerge: (number) => conflictsNot(state, repository, need(number)),
    deleteIssue: (number) => {
      need(number).deleted = true;
    },
    lockIssue: (number) => {
      need(number).locked = true;
    },
    editIssue: (number, { title, body, labels }) => {
      const issue = need(number);
      if (title !== undefined) issue.title = title;
      if (body !== undefined) issue.body = body;
      if (labels !== undefined) issue.labels = labels.map((name) => makeLabel(state, repository, name));
      issue.updatedAt = state.clock.now();
    },
    comment: (number, body, author = "builder") =>
      addComment(state, repository, { issue: need(number).number, author, body }).id,
    issue: need,
    issues: () => [...repository.issues.values()].filter((issue) => issue.pull === null),
    commentsOf: (number) => repository.comments.filter((comment) => comment.issue === number),
  };
}

function open(state: GithubState, repository: RepositoryState, pull: NewPull): number {
  const colon = pull.head.indexOf(":");
  const owner = colon < 0 ? repository.owner : pull.head.slice(0, colon);
  const branch = pull.head.slice(colon + 1);
  const headRepository = colon < 0 ? repository : findRepository(state, `${owner}/${repository.name}`);
  const baseBranch = pull.base ?? repository.defaultBranch;
  const { title = branch, body, author = "builder", draft, labels } = pull;
  const issue =
    headRepository === undefined
      ? null
      : openPull(state, repository, {
          headRepository,
          headBranch: branch,
          baseBranch,
          title,
          body,
          author,
          draft,
          labels,
        });
  if (issue === null)
    throw new Error(`no branch ${pull.head} or ${baseBranch} in ${repository.owner}/${repository.name}`);
  return issue.number;
}
