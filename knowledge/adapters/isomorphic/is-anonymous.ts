import { AssayError } from "../../errors.ts";
import type { RepositoryName } from "../../ports/forge.ts";
import type { IsomorphicOptions } from "./isomorphic-options.ts";
import { smallRemote } from "./small-remote.ts";

/** Whether a remote tells its branches to whoever asks without a name. Errors: those of the forge. */
export async function isAnonymous(repository: RepositoryName, options: IsomorphicOptions): Promise<boolean> {
  const { auth: _, ...nobody } = options;
  try {
    await smallRemote(repository, nobody).tips("HEAD");
    return true;
  } catch (error) {
    if (error instanceof AssayError && /^forge_(?:denied|missing)$/.test(error.code)) return false;
    throw error;
  }
}
