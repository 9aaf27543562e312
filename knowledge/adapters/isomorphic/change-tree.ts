import * as git from "isomorphic-git";
import type { Store } from "./store.ts";

/** Paths with the blob that is to stand there, or null where there is to be none. */
export type TreeChanges = ReadonlyMap<string, string | null>;

const FOLDER = "040000";

/** Writes what becomes of a tree, and tells its hash; a file keeps its mode, and a folder that got empty is gone. */
export async function changeTree(store: Store, tree: string, changes: TreeChanges): Promise<string> {
  return (await changed(store, tree, [...changes])) ?? git.writeTree({ ...store, tree: [] });
}

async function changed(
  store: Store,
  tree: string | null,
  changes: readonly (readonly [path: string, blob: string | null])[],
): Promise<string | null> {
  const before = tree === null ? [] : (await git.readTree({ ...store, oid: tree })).tree;
  const entries = new Map(before.map((entry) => [entry.path, entry]));
  const folders = new Map<string, [string, string | null][]>();
  for (const [path, oid] of changes) {
    const slash = path.indexOf("/");
    if (slash >= 0) {
      const name = path.slice(0, slash);
      folders.set(name, [...(folders.get(name) ?? []), [path.slice(slash + 1), oid]]);
    } else if (oid === null) entries.delete(path);
    else {
      const old = entries.get(path);
      const mode = old?.type === "blob" ? old.mode : "100644";
      entries.set(path, { path, oid, mode, type: "blob" });
    }
  }
  for (const [path, inner] of folders) {
    const old = entries.get(path);
    const oid = await changed(store, old?.type === "tree" ? old.oid : null, inner);
    if (oid !== null) entries.set(path, { path, oid, mode: FOLDER, type: "tree" });
    else if (old?.type === "tree") entries.delete(path);
  }
  return entries.size === 0 ? null : git.writeTree({ ...store, tree: [...entries.values()] });
}
