import type { RepositoryName } from "../../ports/forge.ts";
import type { IsomorphicOptions } from "./isomorphic-options.ts";
import { type SmallRemote, smallRemote } from "./small-remote.ts";

/** Finds the remote of a repository, which the ports share, so that what one fetched the others have. */
export type GitRemotes = (repository: RepositoryName) => SmallRemote;

export function gitRemotes(options: IsomorphicOptions): GitRemotes {
  const remotes = new Map<RepositoryName, SmallRemote>();
  return (repository) => {
    const remote = remotes.get(repository) ?? smallRemote(repository, options);
    remotes.set(repository, remote);
    return remote;
  };
}
