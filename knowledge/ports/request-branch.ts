import type { RepositoryName } from "./forge.ts";

/**
 * Files on branches of a repository that is not cloned: what a proposal request reads and the one commit that it makes.
 * A default branch is never written to, whoever asks.
 *
 * Paths are relative to the top of the repository, with `/`. Errors of every call: those of `Forge`; also
 * remote_too_large (more files or bytes than an adapter without an index can hold), branch_refused (a default branch,
 * or one that is none of ours).
 */
export interface RequestBranch {
  /** Where the default branch is, and where this one is; null where there is none. */
  tips(repository: RepositoryName, branch: string): Promise<BranchTips>;
  /** All files of these folders (not of those below them) at a commit; a folder that is not there has none. */
  folders(
    repository: RepositoryName,
    commit: string,
    folders: readonly string[],
  ): Promise<readonly BranchFile[]>;
  /** Names of the folders right below this one at a commit, sorted; one that is not there has none. */
  subfolders(repository: RepositoryName, commit: string, folder: string): Promise<readonly string[]>;
  /** The commits that a branch has and the default branch has not, newest first; at most 100. */
  commits(repository: RepositoryName, branch: string): Promise<readonly BranchCommit[]>;
  /** Makes one commit on the branch, which is made at `base` where it is not there yet. */
  commit(repository: RepositoryName, commit: NewBranchCommit): Promise<CommitOutcome>;
  /** Removes the branch; one that is not there is removed. */
  remove(repository: RepositoryName, branch: string): Promise<void>;
}

export interface BranchTips {
  readonly defaultBranch: { readonly name: string; readonly commit: string } | null;
  readonly branch: string | null;
  /** Nobody can write there any more; left out where that is not so, or not told. */
  readonly archived?: true;
}

export interface BranchFile {
  readonly path: string;
  /** Hash of its content as git knows it: equal content has an equal one. */
  readonly oid: string;
  /** Null where it is no text. */
  readonly text: string | null;
}

export interface BranchCommit {
  readonly commit: string;
  readonly message: string;
  /** Whether it was made by this adapter's own identity. */
  readonly own: boolean;
  /** Login or name of its author. */
  readonly author: string;
}

export interface NewBranchCommit {
  readonly branch: string;
  /** Where the branch stands; null: it is not there and is made at `base`. */
  readonly head: string | null;
  /** Commit of the default branch that everything was decided on. */
  readonly base: string;
  readonly title: string;
  readonly body: string;
  readonly files: readonly { readonly path: string; readonly text: string | null }[];
}

export type CommitOutcome =
  | { readonly kind: "committed"; readonly commit: string }
  /** The branch is elsewhere by now: read and decide again. */
  | { readonly kind: "stale" };
