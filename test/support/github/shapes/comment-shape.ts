import type { CommentState, GithubState, RepositoryState } from "../state/state.ts";
import type { Schemas } from "./schemas.ts";
import { userShape } from "./user-shape.ts";

export function commentShape(
  state: GithubState,
  repository: RepositoryState,
  comment: CommentState,
): Schemas["issue-comment"] {
  const name = `${repository.owner}/${repository.name}`;
  const place = repository.issues.get(comment.issue)?.pull == null ? "issues" : "pull";
  return {
    id: comment.id,
    node_id: `IC_${comment.id}`,
    url: `${state.api}/repos/${name}/issues/comments/${comment.id}`,
    html_url: `${state.web}/${name}/${place}/${comment.issue}#issuecomment-${comment.id}`,
    body: comment.body,
    user: userShape(state, comment.author),
    created_at: state.clock.iso(comment.createdAt),
    updated_at: state.clock.iso(comment.updatedAt),
    issue_url: `${state.api}/repos/${name}/issues/${comment.issue}`,
    author_association: repository.people.has(comment.author) ? "COLLABORATOR" : "NONE",
  };
}
