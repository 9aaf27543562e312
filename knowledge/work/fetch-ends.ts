import type { ChangeIdentity } from "../change/change-events.ts";
import type { Deps } from "../ports/deps.ts";
import type { Sight } from "./observe-change.ts";
import { remoteFor } from "./remote-for.ts";

/**
 * Brings both ends of a change into the clone and gives the tip of the base branch, which a forge may tell late. Errors:
 * those of git.
 */
export async function fetchEnds(
  deps: Pick<Deps, "changeBranch">,
  { repository, headRepository, headBranch, baseBranch, host }: ChangeIdentity,
  { head, change }: Sight,
): Promise<{ readonly base: string }> {
  const base = await remoteFor(deps, repository, host);
  const own = await remoteFor(deps, headRepository, host);
  await deps.changeBranch.fetch(own, [headBranch, head]);
  const [tip] = await deps.changeBranch.fetch(base, [baseBranch]);
  return { base: tip ?? change.base.commit };
}
