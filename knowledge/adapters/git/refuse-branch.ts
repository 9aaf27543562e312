import { AssayError } from "../../errors.ts";
import type { RepositoryName } from "../../ports/forge.ts";

/** Below which the branches stand that may be written to. */
const OURS = "assay/";

/** Refuses a branch that is none of ours, or the one that the repository has as its default. Errors: branch_refused. */
export function refuseBranch(repository: RepositoryName, branch: string, defaultBranch: string | null): void {
  const refuse = (reason: string) => new AssayError("branch_refused", { repository, branch, reason });
  if (!isOurs(branch)) throw refuse(`its name is none below \`${OURS}\``);
  if (branch === defaultBranch) throw refuse("it is the default branch");
}

/** Narrower than git's own rules for names. */
function isOurs(branch: string): boolean {
  if (!branch.startsWith(OURS)) return false;
  return branch.split("/").every((part) => /^[\w][\w.-]*$/.test(part) && !/\.\.|\.$|\.lock$/.test(part));
}
