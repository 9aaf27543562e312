import type { RepositoryState } from "../state/state.ts";
import type { TokenState } from "../state/token-state.ts";
import { refusal } from "./reply.ts";
import type { Route } from "./route.ts";
import { permits } from "./tokens.ts";

/** Refuses a request that its token does not allow: 404 where the repository may not even be seen. */
export function authorise(actor: TokenState, repository: RepositoryState, route: Route): void {
  const fullName = `${repository.owner}/${repository.name}`.toLowerCase();
  const made = actor.repositories === "all" || actor.repositories.has(fullName);
  const { permissions, signedIn, appOnly } = route.needs;
  if (repository.private && !made) throw refusal(404, "Not Found");
  const reads = route.method === "GET";
  if (actor.kind === "anonymous") {
    if (!reads) throw refusal(401, "Requires authentication");
    if (signedIn === true) throw refusal(403, "Must have admin rights to Repository.");
    return;
  }
  if (!repository.private && reads && signedIn !== true) return;
  const allowed = made && permissions.some((needed) => permits(actor.permissions, needed));
  if (allowed && !(appOnly === true && actor.kind !== "installation")) {
    if (!reads && repository.archived) throw refusal(403, "Repository was archived so is read-only.");
    return;
  }
  const kind = actor.kind === "installation" ? "integration" : "personal access token";
  const accepted = permissions.map((set) =>
    Object.entries(set)
      .map(([name, level]) => `${name}=${level}`)
      .join(","),
  );
  const headers = { "x-accepted-github-permissions": accepted.join("; ") };
  throw refusal(403, `Resource not accessible by ${kind}`, { headers });
}
