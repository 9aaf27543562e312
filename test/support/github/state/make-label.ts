import type { GithubState, LabelState, RepositoryState } from "./state.ts";

/** The label of this name, whatever its case, made grey where there is none. */
export function makeLabel(state: GithubState, repository: RepositoryState, name: string): LabelState {
  const known = repository.labels.find((label) => label.name.toLowerCase() === name.toLowerCase());
  if (known !== undefined) return known;
  const label: LabelState = { id: state.nextId(), name, color: "ededed", description: null };
  repository.labels.push(label);
  return label;
}
