/**
 * The branch of a change in the local clone: its files at a commit, a copy of them to run tests in, and a commit of
 * edits pushed to it. The work tree, its index and the branches of the clone stay as they are. Git runs with hooks,
 * fsmonitor, filters and attributes of the repository off.
 *
 * Errors of every call: git_unavailable, git_failed, repository_missing.
 */
export interface ChangeBranch {
  /**
   * Fetches what is missing of these branches and commits from the remote that a URL or name gives, and gives the
   * commit that each stands at there. Errors: also remote_unavailable (network, credentials; git's own words).
   */
  fetch(remote: string, refs: readonly string[]): Promise<readonly string[]>;
  /** The remote of the clone whose URL names this repository (`owner/name`), or null. */
  remoteOf(repository: string): Promise<string | null>;
  /** Paths of the files at a commit, sorted; links and submodules are left out. */
  list(commit: string): Promise<readonly string[]>;
  /** A file at a commit, or null where there is none, it is a link, or it is larger than 1 MiB or not text. */
  read(commit: string, path: string): Promise<string | null>;
  /** Lines that hold a fixed text at a commit, in order of path; at most `limit`. */
  search(commit: string, text: string, limit: number): Promise<readonly FoundLine[]>;
  /** Unified diff between the merge base of two commits and the second, cut at `limit` bytes. */
  diff(base: string, head: string, limit: number): Promise<string>;
  /**
   * A new folder with the files of a commit and, over them, these edits: no `.git`, no links that leave it.
   * Whoever asked closes it. Errors: also edit_refused.
   */
  copy(commit: string, edits: readonly FileEdit[]): Promise<BranchCopy>;
  /**
   * A commit of exactly these edits on top of `parent`, pushed to the branch if that still stands at `parent`.
   * Errors: also edit_refused, head_moved (the branch stands elsewhere), remote_unavailable, push_refused (git's own words).
   */
  commit(target: CommitTarget, edits: readonly FileEdit[], message: string): Promise<string>;
  /** The messages of the commits after `after` up to `until`, newest first, at most 100. */
  log(
    after: string,
    until: string,
  ): Promise<readonly { readonly commit: string; readonly message: string }[]>;
}

export interface FoundLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The whole new text of a file; null removes it. */
export interface FileEdit {
  readonly path: string;
  readonly text: string | null;
}

export interface BranchCopy {
  /** Absolute. */
  readonly folder: string;
  close(): Promise<void>;
}

export interface CommitTarget {
  readonly remote: string;
  readonly branch: string;
  readonly parent: string;
}
