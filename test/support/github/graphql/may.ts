import { permits } from "../http/tokens.ts";
import type { RepositoryState } from "../state/state.ts";
import type { Permissions, TokenState } from "../state/token-state.ts";
import { fieldFailure } from "./query-error.ts";

/** Whether a token was made for a repository. */
export function isFor(actor: TokenState, { owner, name }: RepositoryState): boolean {
  return actor.repositories === "all" || actor.repositories.has(`${owner}/${name}`.toLowerCase());
}

/** Refuses a field that a token does not allow; public repositories are read without a permission. */
export function needPermission(actor: TokenState, repository: RepositoryState, needed: Permissions): void {
  const reads = Object.values(needed).every((level) => level === "read");
  if (reads && !repository.private) return;
  if (isFor(actor, repository) && permits(actor.permissions, needed)) return;
  const kind = actor.kind === "installation" ? "integration" : "personal access token";
  throw fieldFailure("FORBIDDEN", `Resource not accessible by ${kind}`);
}
