import type { GithubState, LabelState, RepositoryState } from "../state/state.ts";
import type { Schemas } from "./schemas.ts";

export function labelShape(
  state: GithubState,
  repository: RepositoryState,
  label: LabelState,
): Schemas["label"] {
  const name = `${repository.owner}/${repository.name}`;
  return {
    id: label.id,
    node_id: `LA_${label.id}`,
    url: `${state.api}/repos/${name}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  };
}
