import type { GithubState, RepositoryState } from "./state.ts";

/** A repository by `owner/name` (case does not matter), or undefined. */
export function findRepository(state: GithubState, fullName: string): RepositoryState | undefined {
  return state.repositories.get(fullName.toLowerCase());
}
