import type { GithubState, IssueState, RepositoryState } from "../state/state.ts";
import { labelShape } from "./label-shape.ts";
import type { Schemas } from "./schemas.ts";
import { userShape } from "./user-shape.ts";

/** An issue; a pull request shows itself here too, marked by `pull_request`. */
export function issueShape(
  state: GithubState,
  repository: RepositoryState,
  issue: IssueState,
): Schemas["issue"] {
  const name = `${repository.owner}/${repository.name}`;
  const url = `${state.api}/repos/${name}/issues/${issue.number}`;
  const html = `${state.web}/${name}/${issue.pull === null ? "issues" : "pull"}/${issue.number}`;
  const pull = `${state.api}/repos/${name}/pulls/${issue.number}`;
  const assignees = issue.assignees.map((login) => userShape(state, login));
  return {
    id: issue.id,
    node_id: `I_${issue.id}`,
    url,
    repository_url: `${state.api}/repos/${name}`,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: html,
    number: issue.number,
    title: issue.title,
    user: userShape(state, issue.author),
    labels: issue.labels.map((label) => labelShape(state, repository, label)),
    state: issue.state,
    state_reason: issue.stateReason,
    locked: issue.locked,
    assignee: assignees[0] ?? null,
    assignees,
    milestone: null,
    comments: repository.comments.filter((comment) => comment.issue === issue.number).length,
    created_at: state.clock.iso(issue.createdAt),
    updated_at: state.clock.iso(issue.updatedAt),
    closed_at: issue.closedAt === null ? null : state.clock.iso(issue.closedAt),
    author_association: repository.people.has(issue.author) ? "COLLABORATOR" : "NONE",
    active_lock_reason: null,
    body: issue.body,
    closed_by: null,
    timeline_url: `${url}/timeline`,
    ...(issue.pull === null
      ? {}
      : {
          draft: issue.pull.draft,
          pull_request: {
            url: pull,
            html_url: html,
            diff_url: `${html}.diff`,
            patch_url: `${html}.patch`,
            merged_at: issue.pull.mergedAt === null ? null : state.clock.iso(issue.pull.mergedAt),
          },
        }),
  };
}
