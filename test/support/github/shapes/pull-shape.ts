import { findRepository } from "../state/find-repository.ts";
import { pullCommits, pullFiles, syncPull, testMerge } from "../state/pull-ends.ts";
import type { GithubState, IssueState, PullState, RepositoryState } from "../state/state.ts";
import { labelShape } from "./label-shape.ts";
import { repositoryShape } from "./repository-shape.ts";
import type { Schemas } from "./schemas.ts";
import { userShape } from "./user-shape.ts";

/** A pull request as lists show it. */
export function pullShape(
  state: GithubState,
  repository: RepositoryState,
  issue: IssueState,
): Schemas["pull-request-simple"] {
  const pull = syncPull(state, repository, issue);
  const name = `${repository.owner}/${repository.name}`;
  const url = `${state.api}/repos/${name}/pulls/${issue.number}`;
  const issueUrl = `${state.api}/repos/${name}/issues/${issue.number}`;
  const html = `${state.web}/${name}/pull/${issue.number}`;
  const statuses = `${state.api}/repos/${name}/statuses/${pull.head}`;
  const assignees = issue.assignees.map((login) => userShape(state, login));
  return {
    id: issue.id,
    node_id: `PR_${issue.id}`,
    url,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: issueUrl,
    commits_url: `${url}/commits`,
    review_comments_url: `${url}/comments`,
    review_comment_url: `${state.api}/repos/${name}/pulls/comments{/number}`,
    comments_url: `${issueUrl}/comments`,
    statuses_url: statuses,
    number: issue.number,
    state: issue.state,
    locked: issue.locked,
    title: issue.title,
    user: userShape(state, issue.author),
    body: issue.body,
    labels: issue.labels.map((label) => ({
      ...labelShape(state, repository, label),
      description: label.description ?? "",
    })),
    milestone: null,
    created_at: state.clock.iso(issue.createdAt),
    updated_at: state.clock.iso(issue.updatedAt),
    closed_at: issue.closedAt === null ? null : state.clock.iso(issue.closedAt),
    merged_at: pull.mergedAt === null ? null : state.clock.iso(pull.mergedAt),
    merge_commit_sha: pull.mergeCommit ?? repository.refs.get(`refs/pull/${issue.number}/merge`),
    assignee: assignees[0] ?? null,
    assignees,
    requested_reviewers: [],
    requested_teams: [],
    head: endShape(state, headOf(state, pull), pull.headRepository.owner, pull.headBranch, pull.head),
    base: endShape(state, repository, repository.owner, pull.baseBranch, pull.base),
    _links: {
      self: { href: url },
      html: { href: html },
      issue: { href: issueUrl },
      comments: { href: `${issueUrl}/comments` },
      review_comments: { href: `${url}/comments` },
      review_comment: { href: `${state.api}/repos/${name}/pulls/comments{/number}` },
      commits: { href: `${url}/commits` },
      statuses: { href: statuses },
    },
    author_association: repository.people.has(issue.author) ? "COLLABORATOR" : "NONE",
    auto_merge: null,
    active_lock_reason: null,
    draft: pull.draft,
  };
}

/** A pull request asked for by its number. */
export function fullPullShape(
  state: GithubState,
  repository: RepositoryState,
  issue: IssueState,
): Schemas["pull-request"] {
  const pull = syncPull(state, repository, issue);
  const open = issue.state === "open";
  // Only who asks for this one pull request has its merge tried.
  const mergeable = open ? testMerge(repository, issue) !== null : null;
  const { user, ...simple } = pullShape(state, repository, issue);
  const files = pullFiles(repository, pull);
  return {
    ...simple,
    state: issue.state,
    user: user!,
    head: { ...simple.head, user: simple.head.user! },
    base: { ...simple.base, user: simple.base.user! },
    merged: pull.mergedAt !== null,
    mergeable,
    mergeable_state: mergeable === null ? "unknown" : mergeable ? "clean" : "dirty",
    merged_by: pull.mergedBy === null ? null : userShape(state, pull.mergedBy),
    comments: repository.comments.filter((comment) => comment.issue === issue.number).length,
    review_comments: 0,
    maintainer_can_modify: false,
    commits: pullCommits(repository, pull).length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  };
}

/** Repository of the head, or null where it was deleted. */
function headOf(state: GithubState, pull: PullState): RepositoryState | null {
  const { owner, name } = pull.headRepository;
  return findRepository(state, `${owner}/${name}`) ?? null;
}

type End = Schemas["pull-request-simple"]["head"];

function endShape(
  state: GithubState,
  repository: RepositoryState | null,
  owner: string,
  branch: string,
  sha: string,
): End {
  return {
    label: `${owner}:${branch}`,
    ref: branch,
    sha,
    user: userShape(state, owner),
    // The description leaves out that it is null once a fork is gone.
    repo: (repository === null ? null : repositoryShape(state, repository)) as End["repo"],
  };
}
