import type { GithubState, RepositoryState, StatusState } from "../state/state.ts";
import type { Schemas } from "./schemas.ts";
import { userShape } from "./user-shape.ts";

/** A commit status as the combined status shows it. */
export function simpleStatusShape(
  state: GithubState,
  repository: RepositoryState,
  status: StatusState,
): Schemas["simple-commit-status"] {
  return {
    id: status.id,
    node_id: `SC_${status.id}`,
    url: `${state.api}/repos/${repository.owner}/${repository.name}/statuses/${status.sha}`,
    avatar_url: userShape(state, status.author).avatar_url,
    state: status.state,
    description: status.description,
    target_url: status.url,
    context: status.context,
    created_at: state.clock.iso(status.at),
    updated_at: state.clock.iso(status.at),
  };
}

/** A commit status with who set it. */
export function statusShape(
  state: GithubState,
  repository: RepositoryState,
  status: StatusState,
): Schemas["status"] {
  return { ...simpleStatusShape(state, repository, status), creator: userShape(state, status.author) };
}
