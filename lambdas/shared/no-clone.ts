import { AssayError, type Deps } from "#knowledge";

/** The repository of a host that has no clone: nothing is checked out there, and nothing can be committed. */
export function noClone(): Deps["repository"] {
  const refuse = async (): Promise<never> => {
    throw new AssayError("repository_missing", { folder: "this function" });
  };
  return {
    head: async () => ({ commit: null, branch: null }),
    checkout: refuse,
    remotes: async () => [],
    defaultBranch: async () => null,
    changed: refuse,
    shared: refuse,
    broughtBy: refuse,
    commit: refuse,
  };
}
