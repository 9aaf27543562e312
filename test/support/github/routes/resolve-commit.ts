import { type CommitObject, readCommit } from "../git/commits.ts";
import { refusal } from "../http/reply.ts";
import type { RepositoryState } from "../state/state.ts";

/** The commit that a branch, tag, `heads/…`, `tags/…` or full hash names, or null. */
export function resolveCommit(repository: RepositoryState, ref: string): CommitObject | null {
  const names = [ref, `refs/heads/${ref}`, `refs/tags/${ref}`, `refs/${ref}`];
  const sha = names
    .map((name) => (name.startsWith("refs/") ? repository.refs.get(name) : null))
    .find((one) => one !== null);
  const found = readCommit(repository.store, sha ?? ref);
  return found ?? (ref === "HEAD" ? resolveCommit(repository, repository.defaultBranch) : null);
}

/** The commit, or 422 as GitHub answers where a list belongs to a commit that is not there. */
export function needCommit(repository: RepositoryState, ref: string): CommitObject {
  const commit = resolveCommit(repository, ref);
  if (commit === null) throw refusal(422, `No commit found for SHA: ${ref}`);
  return commit;
}
