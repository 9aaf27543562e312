import * as git from "isomorphic-git";
import type { BranchCommit } from "../../ports/request-branch.ts";
import { readTrailer } from "./own-trailer.ts";
import type { Store } from "./store.ts";

const MOST_COMMITS = 100;

/** The commits that `tip` has and `base` has not, newest first, at most 100; `key` tells which are our own. */
export async function branchCommits(
  store: Store,
  base: string,
  tip: string,
  key: string,
): Promise<readonly BranchCommit[]> {
  const known = new Set((await git.log({ ...store, ref: base })).map(({ oid }) => oid));
  const commits = (await git.log({ ...store, ref: tip })).filter(({ oid }) => !known.has(oid));
  return commits.slice(0, MOST_COMMITS).map(({ oid, commit: { tree, parent, author, message } }) => ({
    commit: oid,
    ...readTrailer({ tree, parent: parent.join(" "), message }, key),
    author: author.name,
  }));
}
