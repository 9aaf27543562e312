import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { CODEOWNERS_PATHS, type Owners, ownersOf } from "./codeowners.ts";

/** Where to look for owners. */
export interface OwnersQuestion {
  readonly repository: RepositoryName;
  /** Branch or commit whose CODEOWNERS file counts. */
  readonly at: string;
  /** What they are to own; asked only where there is such a file. */
  readonly paths: () => Promise<readonly string[]>;
}

/** Whom the CODEOWNERS file of a branch names for some paths; nobody where it has none. Errors: those of the forge. */
export async function readOwners(
  { forge }: Pick<Deps, "forge">,
  { repository, at, paths }: OwnersQuestion,
): Promise<Owners> {
  for (const path of CODEOWNERS_PATHS) {
    const text = await forge.file(repository, path, at);
    if (text !== null) return ownersOf(text, await paths());
  }
  return { people: [], teams: [] };
}
