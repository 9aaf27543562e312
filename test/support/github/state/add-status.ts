import type { GithubState, RepositoryState, StatusState } from "./state.ts";

export interface AddedStatus {
  readonly context?: string | undefined;
  readonly state: StatusState["state"];
  readonly description?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly author?: string | undefined;
}

/** Adds a commit status; the newest of a context counts. */
export function addStatus(
  state: GithubState,
  repository: RepositoryState,
  sha: string,
  status: AddedStatus,
): StatusState {
  const now = state.clock.now();
  const added: StatusState = {
    id: state.nextId(),
    sha,
    context: status.context ?? "default",
    state: status.state,
    description: status.description ?? null,
    url: status.url ?? null,
    author: status.author ?? "ci",
    at: now,
    shownAt: now + state.listLag,
  };
  repository.statuses.push(added);
  return added;
}
