/**
 * The git repository around the work tree, through the `git` binary.
 *
 * Errors of every call: git_unavailable, git_failed (git's own words in its data), repository_missing.
 */
export interface Repository {
  /** Commit and branch of HEAD; null where there is none, or it is detached. */
  head(): Promise<{ readonly commit: string | null; readonly branch: string | null }>;
  /** Where HEAD is, as what was recorded here is told apart from what was recorded elsewhere. */
  checkout(): Promise<Checkout>;
  /** Remotes by name, `origin` first, then in order of name; where they are fetched from, as it is set and as git rewrites it. */
  remotes(): Promise<readonly { readonly name: string; readonly urls: readonly string[] }[]>;
  /** Short name of the default branch (of its remote head, else main or master); null where there is none. */
  defaultBranch(): Promise<string | null>;
  /** Files under a folder (relative to the work tree's top, `/`) that differ from HEAD: new, changed, removed. */
  changed(folder: string): Promise<readonly ChangedFile[]>;
  /**
   * Files under a folder on the branch that the team shares: the default branch of the remote (`origin`, else the
   * first by name), as last fetched or pushed. A repository without any remote has nobody else to share with: its
   * own default branch counts. None where there is no such branch.
   */
  shared(folder: string): Promise<readonly { readonly path: string; readonly text: string }[]>;
  /**
   * The commit that last brought a file onto that branch, the same in every clone: a merge rather than what it
   * merged. Null where there is none, or a shallow clone does not have it.
   */
  broughtBy(path: string): Promise<Brought | null>;
  /**
   * Commits exactly these paths as they stand in the work tree, on the current branch, with the repository's hooks
   * and signing; what else is staged stays staged and uncommitted. Gives the commit. Errors: also head_moved.
   */
  commit(paths: readonly string[], message: string): Promise<string>;
}

export interface ChangedFile {
  readonly path: string;
  readonly change: "added" | "modified" | "removed";
}

/** A work tree and what is checked out in it. */
export interface Checkout {
  /** The work tree's git folder, relative to what all work trees share: empty for the main one, else `worktrees/<name>`. */
  readonly tree: string;
  /** Branch, also one without a commit; null where HEAD is detached. */
  readonly branch: string | null;
  /** Commit of a detached HEAD, else null. */
  readonly commit: string | null;
}

export interface Brought {
  /** `Name <email>` of the committer; of the author where a forge committed in a person's stead. */
  readonly by: string;
  /** Time of the commit, ISO 8601, UTC. */
  readonly at: string;
}
