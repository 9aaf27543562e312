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
  const { tree } = (await git.readCommit({ ...store, oid: commit })).commit;
  let oid: string | undefined = tree;
  for (const name of folder === "" ? [] : folder.split("/")) {
    const entries: git.TreeEntry[] = (await git.readTree({ ...store, oid })).tree;
    oid = entries.find((entry) => entry.path === name && entry.type === "tree")?.oid;
    if (oid === undefined) return [];
  }
  const files = (await git.readTree({ ...store, oid })).tree.filter(
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
