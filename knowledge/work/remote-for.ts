import type { Deps } from "../ports/deps.ts";

/** The clone's remote for a repository, else its address on the forge. Errors: those of git. */
export async function remoteFor(
  { changeBranch }: Pick<Deps, "changeBranch">,
  repository: string,
  host: string,
): Promise<string> {
  return (await changeBranch.remoteOf(repository)) ?? `https://${host}/${repository}.git`;
}
