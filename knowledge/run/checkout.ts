import { AssayError } from "../errors.ts";
import { maskLine } from "../learn/see/mask-test.ts";
import type { Deps } from "../ports/deps.ts";
import type { Checkout } from "../ports/repository.ts";
import { secretsMask } from "../store/secrets-mask.ts";

/** Where HEAD is, masked as what is stored of it; null where that cannot be told, as without a git on the PATH. */
export async function checkoutHere({
  repository,
  secrets,
}: Pick<Deps, "repository" | "secrets">): Promise<Checkout | null> {
  try {
    const mask = await secretsMask(secrets);
    const { tree, branch, commit } = await repository.checkout();
    return {
      tree: maskLine(tree, mask),
      branch: branch === null ? null : maskLine(branch, mask),
      commit,
    };
  } catch (error) {
    if (error instanceof AssayError) return null;
    throw error;
  }
}

/**
 * Whether what was recorded at a checkout may change the records that lie here: in the same work tree, on the same
 * branch or at the same commit of a detached HEAD. What was recorded without one may be learned anywhere.
 */
export function isHere(recorded: Checkout | undefined, here: Checkout | null): boolean {
  if (recorded === undefined) return true;
  return (
    here !== null &&
    recorded.tree === here.tree &&
    recorded.branch === here.branch &&
    recorded.commit === here.commit
  );
}

/** A checkout in words. */
export function nameCheckout({ tree, branch, commit }: Checkout): string {
  const head = branch === null ? `at ${commit?.slice(0, 12) ?? "no commit"}` : `on branch ${branch}`;
  return `${head} in ${tree === "" ? "the main work tree" : `the work tree ${tree.slice(tree.lastIndexOf("/") + 1)}`}`;
}
