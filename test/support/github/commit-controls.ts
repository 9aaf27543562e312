import { readCommit, writeCommit } from "./git/commits.ts";
import { changeTree } from "./git/trees.ts";
import { filesOf } from "./state/pull-ends.ts";
import { removeBranch } from "./state/remove-branch.ts";
import { renameBranch } from "./state/rename-branch.ts";
import type { GithubState, RepositoryState } from "./state/state.ts";

export interface PushOptions {
  readonly message?: string;
  /** Login; its address is made from it. */
  readonly author?: string;
  /** Login, the author unless told; `web-flow` is what GitHub's own commits have. */
  readonly committer?: string;
  readonly at?: number | string;
  /** Commit or branch to begin from; the branch itself, else the default branch, unless told. A branch that has
   * another tip is forced there. */
  readonly from?: string;
}

export interface CommitControls {
  /** Commits these files on top of a branch (null removes a file) and tells the commit's hash. */
  pushCommit(
    branch: string,
    files: Readonly<Record<string, string | Uint8Array | null>>,
    options?: PushOptions,
  ): string;
  /** Hash of a branch's tip; an error where there is no such branch. */
  tip(branch?: string): string;
  /** Makes a branch, or moves it. */
  branch(name: string, commit: string): void;
  /** Removes a branch; the open pull requests that come from it or go into it are closed. */
  deleteBranch(name: string): void;
  /** Renames a branch, the default one too; the open pull requests into it go into the new one. */
  renameBranch(from: string, to: string): void;
  /** Text of a file at a branch or commit, or null. */
  file(path: string, at?: string): string | null;
}

export function commitControls(state: GithubState, repository: RepositoryState): CommitControls {
  const { store, refs } = repository;
  const find = (name: string): string | null =>
    refs.get(`refs/heads/${name}`) ?? (readCommit(store, name) === null ? null : name);
  return {
    pushCommit: (branch, files, options = {}) => {
      const parent =
        options.from === undefined ? (find(branch) ?? find(repository.defaultBranch)) : find(options.from);
      const commit = parent === null ? null : readCommit(store, parent);
      const changes = new Map(
        Object.entries(files).map(([path, content]) => [
          path,
          content === null
            ? null
            : { mode: "100644", sha: store.put("blob", Buffer.from(content as string)) },
        ]),
      );
      const name = options.author ?? "builder";
      const at = options.at === undefined ? state.clock.now() : new Date(options.at).getTime();
      const sha = writeCommit(store, {
        tree: changeTree(store, commit?.tree ?? null, changes),
        parents: parent === null ? [] : [parent],
        author: { name, email: emailOf(name), at },
        committer: { name: options.committer ?? name, email: emailOf(options.committer ?? name), at },
        message: options.message ?? "Change",
      });
      refs.set(`refs/heads/${branch}`, sha);
      return sha;
    },
    tip: (branch = repository.defaultBranch) => {
      const sha = refs.get(`refs/heads/${branch}`);
      if (sha === null) throw new Error(`${repository.owner}/${repository.name} has no branch ${branch}`);
      return sha;
    },
    branch: (name, commit) => refs.set(`refs/heads/${name}`, commit),
    deleteBranch: (name) => removeBranch(state, repository, name),
    renameBranch: (from, to) => renameBranch(state, repository, { from, to }),
    file: (path, at = repository.defaultBranch) => {
      const entry = filesOf(repository, find(at)).get(path);
      return entry === undefined ? null : (store.get(entry.sha)?.bytes.toString("utf8") ?? null);
    },
  };
}

function emailOf(login: string): string {
  return login === "web-flow" ? "noreply@github.com" : `${login}@users.noreply.github.com`;
}
