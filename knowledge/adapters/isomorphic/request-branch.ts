import * as git from "isomorphic-git";
import type { RepositoryName } from "../../ports/forge.ts";
import type { CommitOutcome, NewBranchCommit, RequestBranch } from "../../ports/request-branch.ts";
import { refuseBranch } from "../git/refuse-branch.ts";
import { branchCommits } from "./branch-commits.ts";
import { changeTree } from "./change-tree.ts";
import { folderFiles, subfolders } from "./folder-files.ts";
import { gitRemotes } from "./git-remotes.ts";
import type { IsomorphicOptions } from "./isomorphic-options.ts";
import { withTrailer } from "./own-trailer.ts";
import type { SmallRemote } from "./small-remote.ts";

/**
 * Branches of requests on any remote that git reaches by HTTPS, for repositories of at most 5,000 files and 20 MB: they
 * are held in memory. A commit of our own carries a trailer that only who has the key can write. A push is sent once; reading is repeated.
 * `at` is shared with other ports where it is given.
 */
export function isomorphicRequestBranch(options: IsomorphicOptions, at = gitRemotes(options)): RequestBranch {
  return {
    tips: async (repository, branch) => at(repository).tips(branch),
    async folders(repository, commit, folders) {
      const wanted = [...new Set(folders.map((folder) => folder.replace(/\/+$/, "")))];
      if (wanted.length === 0) return [];
      const store = await at(repository).with(commit);
      const found = await Promise.all(wanted.map((folder) => folderFiles(store, commit, folder)));
      return found.flat();
    },
    subfolders: async (repository, commit, folder) =>
      subfolders(await at(repository).with(commit), commit, folder.replace(/\/+$/, "")),
    async commits(repository, branch) {
      const { defaultBranch, branch: tip } = await at(repository).tips(branch);
      if (defaultBranch === null || tip === null) return [];
      const store = await at(repository).history([defaultBranch.commit, tip]);
      return branchCommits(store, defaultBranch.commit, tip, options.key);
    },
    async commit(repository, wanted) {
      refuseBranch(repository, wanted.branch, null);
      return commitTo(at(repository), repository, wanted, options);
    },
    async remove(repository, branch) {
      refuseBranch(repository, branch, null);
      const { defaultBranch, branch: tip } = await at(repository).tips(branch);
      refuseBranch(repository, branch, defaultBranch?.name ?? null);
      if (tip !== null) await at(repository).push(branch, tip, null);
    },
  };
}

async function commitTo(
  remote: SmallRemote,
  repository: RepositoryName,
  { branch, head, base, title, body, files }: NewBranchCommit,
  { identity, key, clock }: IsomorphicOptions,
): Promise<CommitOutcome> {
  const { defaultBranch, branch: tip } = await remote.tips(branch);
  refuseBranch(repository, branch, defaultBranch?.name ?? null);
  const parent = head ?? base;
  if (tip !== parent && !(head === null && tip === null)) return { kind: "stale" };
  const store = await remote.with(parent);
  const changes = new Map<string, string | null>();
  for (const { path, text } of files)
    changes.set(
      path,
      text === null ? null : await git.writeBlob({ ...store, blob: Buffer.from(text, "utf8") }),
    );
  const before = (await git.readCommit({ ...store, oid: parent })).commit.tree;
  const tree = await changeTree(store, before, changes);
  const message = body === "" ? title : `${title}\n\n${body}`;
  const by = { ...identity, timestamp: Math.floor(clock.now() / 1_000), timezoneOffset: 0 };
  const commit = await git.writeCommit({
    ...store,
    commit: {
      tree,
      parent: [parent],
      author: by,
      committer: by,
      message: withTrailer({ tree, parent, message }, key),
    },
  });
  return (await remote.push(branch, tip, commit)) ? { kind: "committed", commit } : { kind: "stale" };
}
