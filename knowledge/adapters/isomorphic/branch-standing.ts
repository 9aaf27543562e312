import * as git from "isomorphic-git";
import type { BranchTips } from "../../ports/request-branch.ts";
import type { SmallRemote } from "./small-remote.ts";
import type { Store } from "./store.ts";
import { oidAt, type TreeChange, treeChanges } from "./tree-changes.ts";

/** How a branch stands to the default branch of its remote. */
export interface BranchStanding {
  readonly defaultBranch: NonNullable<BranchTips["defaultBranch"]>;
  /** Where it is, or null where it is not there. */
  readonly tip: string | null;
  /** Whether all of it is on the default branch: by its commits, or by the content of every file that it changes. */
  readonly isMerged: boolean;
  /** What it changes since it left the default branch. */
  readonly changes: readonly TreeChange[];
}

/**
 * How it stands now; null where there is no default branch. Of a branch that is gone, `last` says where it is known to
 * have been. Errors: those of {@link SmallRemote}.
 */
export async function branchStanding(
  remote: SmallRemote,
  branch: string,
  last: string | null,
): Promise<BranchStanding | null> {
  const { defaultBranch, branch: tip } = await remote.tips(branch);
  if (defaultBranch === null) return null;
  const { commit } = defaultBranch;
  if (tip === null) {
    const isMerged = last !== null && (await descends(await remote.history([commit]), commit, last));
    return { defaultBranch, tip, isMerged, changes: [] };
  }
  const store = await remote.history([commit, tip]);
  const bases: string[] = await git.findMergeBase({ ...store, oids: [commit, tip] });
  if (bases.includes(tip)) return { defaultBranch, tip, isMerged: true, changes: [] };
  const changes = await treeChanges(store, bases[0] ?? null, tip);
  return { defaultBranch, tip, isMerged: await stands(store, commit, changes), changes };
}

async function descends(store: Store, commit: string, ancestor: string): Promise<boolean> {
  return commit === ancestor || (await git.isDescendent({ ...store, oid: commit, ancestor, depth: -1 }));
}

/** Whether a commit has all that was changed, as it was; nothing changed is nothing merged. */
async function stands(store: Store, commit: string, changes: readonly TreeChange[]): Promise<boolean> {
  for (const { path, oid } of changes) if ((await oidAt(store, commit, path)) !== oid) return false;
  return changes.length > 0;
}
