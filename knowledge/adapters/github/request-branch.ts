import type { RequestBranch } from "../../ports/request-branch.ts";
import { askBranch } from "./ask-branch.ts";
import { githubClients } from "./github-clients.ts";
import type { GithubOptions } from "./github-options.ts";
import { type BlobCache, memoryBlobs } from "./known-blobs.ts";
import { readBranchCommits } from "./read-branch-commits.ts";
import { readFolders } from "./read-folders.ts";
import { readSubfolders } from "./read-subfolders.ts";
import { removeBranch } from "./remove-branch.ts";
import { writeBranchCommit } from "./write-branch-commit.ts";

/**
 * Branches of requests over GitHub's API, without a clone. `clients` are shared with other ports where they are given;
 * `blobs` hold texts that were read earlier, in memory where none are given.
 *
 * What a request of at most 100 records costs, however large the repository: tips 1, folders 1 (and 1 for each 100
 * texts that are not known), commits 2, a commit 2 (3 with a new branch).
 */
export function githubRequestBranch(
  options: GithubOptions,
  clients = githubClients(options),
  blobs: BlobCache = memoryBlobs(),
): RequestBranch {
  const at = clients;
  return {
    async tips(repository, branch) {
      const { repository: _, asker: __, ...tips } = await askBranch(await at(repository), branch);
      return tips;
    },
    folders: async (repository, commit, folders) => readFolders(await at(repository), commit, folders, blobs),
    subfolders: async (repository, commit, folder) => readSubfolders(await at(repository), commit, folder),
    commits: async (repository, branch) => readBranchCommits(await at(repository), branch),
    commit: async (repository, commit) => writeBranchCommit(await at(repository), commit),
    remove: async (repository, branch) => removeBranch(await at(repository), branch),
  };
}
