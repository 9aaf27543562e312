import * as git from "isomorphic-git";
import type { Store } from "./store.ts";

/** A file that differs between two commits. */
export interface TreeChange {
  readonly path: string;
  readonly change: "added" | "modified" | "removed";
  /** Hash of its content in the second, or null where it has none. */
  readonly oid: string | null;
}

/** The files that differ between two commits of a store, by path. */
export async function treeChanges(
  store: Store,
  before: string | null,
  after: string,
): Promise<readonly TreeChange[]> {
  const changes: TreeChange[] = [];
  const treeOf = async (commit: string | null) =>
    commit === null ? null : (await git.readCommit({ ...store, oid: commit })).commit.tree;
  await compare(store, "", await treeOf(before), await treeOf(after), changes);
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

async function compare(
  store: Store,
  folder: string,
  before: string | null,
  after: string | null,
  changes: TreeChange[],
): Promise<void> {
  if (before === after) return;
  const [old, now] = [await entriesOf(store, before), await entriesOf(store, after)];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [from, to] = [old.get(name), now.get(name)];
    if (from?.oid === to?.oid && from?.type === to?.type) continue;
    const path = folder + name;
    const [fileFrom, fileTo] = [fileOf(from), fileOf(to)];
    await compare(store, `${path}/`, folderOf(from), folderOf(to), changes);
    if (fileFrom === null && fileTo === null) continue;
    const change = fileFrom === null ? "added" : fileTo === null ? "removed" : "modified";
    changes.push({ path, change, oid: fileTo });
  }
}

async function entriesOf(store: Store, tree: string | null): Promise<ReadonlyMap<string, git.TreeEntry>> {
  if (tree === null) return new Map();
  const { tree: entries } = await git.readTree({ ...store, oid: tree });
  return new Map(entries.map((entry) => [entry.path, entry]));
}

function folderOf(entry: git.TreeEntry | undefined): string | null {
  return entry?.type === "tree" ? entry.oid : null;
}

/** Of another repository that is linked in, the commit. */
function fileOf(entry: git.TreeEntry | undefined): string | null {
  return entry === undefined || entry.type === "tree" ? null : entry.oid;
}

/** Hash of what stands at a path of a commit, or null. */
export async function oidAt(store: Store, commit: string, path: string): Promise<string | null> {
  let tree: string | null = (await git.readCommit({ ...store, oid: commit })).commit.tree;
  const parts = path.split("/");
  for (const [index, part] of parts.entries()) {
    const entry: git.TreeEntry | undefined = (await entriesOf(store, tree)).get(part);
    if (index === parts.length - 1) return fileOf(entry);
    tree = folderOf(entry);
    if (tree === null) return null;
  }
  return null;
}
