import * as git from "isomorphic-git";
import type { BranchFile } from "../../ports/request-branch.ts";
import { blobText } from "../git/blob-text.ts";
import type { Store } from "./store.ts";

const LINK = "120000";

/** The files of a folder of a commit, not those below it; none where it is not there. */
export async function folderFiles(
  store: Store,
  commit: string,
  folder: string,
): Promise<readonly BranchFile[]> {
  const files = (await entriesOf(store, commit, folder)).filter(
    ({ type, mode }) => type === "blob" && mode !== LINK,
  );
  return Promise.all(
    files.map(async ({ path, oid: blob }) => ({
      path: folder === "" ? path : `${folder}/${path}`,
      oid: blob,
      text: blobText((await git.readBlob({ ...store, oid: blob })).blob),
    })),
  );
}

/** Names of the folders right below one of a commit, sorted. */
export async function subfolders(store: Store, commit: string, folder: string): Promise<readonly string[]> {
  const entries = await entriesOf(store, commit, folder);
  return entries
    .filter(({ type }) => type === "tree")
    .map(({ path }) => path)
    .sort();
}

async function entriesOf(store: Store, commit: string, folder: string): Promise<readonly git.TreeEntry[]> {
  const { tree } = (await git.readCommit({ ...store, oid: commit })).commit;
  let entries: readonly git.TreeEntry[] = (await git.readTree({ ...store, oid: tree })).tree;
  for (const name of folder === "" ? [] : folder.split("/")) {
    const found = entries.find((entry) => entry.path === name && entry.type === "tree");
    if (found === undefined) return [];
    entries = (await git.readTree({ ...store, oid: found.oid })).tree;
  }
  return entries;
}
