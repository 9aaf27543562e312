/**
 * The ledger that a team shares at a remote of this clone: a chain of commits of one file each, under one ref (ADR 0036).
 * It only ever gains commits.
 *
 * Errors of every call: git_unavailable, git_failed, repository_missing.
 */
export interface LedgerRemote {
  /** The commit at which it stands there; null where nobody has pushed. Errors: also ledger_remote_missing, remote_unavailable. */
  tip(remote: string): Promise<string | null>;
  /**
   * Brings the commits up to `tip` here and tells how it stands to `known`, the one taken in last: `ahead` goes on from
   * it, `behind` comes before it, `apart` is another history. Changes no ref. Errors: also ledger_remote_missing,
   * remote_unavailable.
   */
  fetch(remote: string, known: string | null, tip: string): Promise<"ahead" | "same" | "behind" | "apart">;
  /**
   * The pieces after `after` (null: all) up to `until`, oldest first, of what was fetched. Errors: also
   * ledger_remote_invalid (a commit of another form, a merge, a file over {@link PIECE_MOST}).
   */
  pieces(after: string | null, until: string): AsyncIterable<LedgerPiece>;
  /** Writes a piece on top of `parent` (null: the first one) and gives its commit; no ref points at it yet. */
  write(parent: string | null, text: string, message: string): Promise<string>;
  /**
   * Moves the ref there from `expected` (null: it is not there) to `commit`. Errors: also remote_unavailable,
   * ledger_push_refused (a hook, a right).
   */
  push(remote: string, expected: string | null, commit: string): Promise<"pushed" | "moved">;
  /** Whether a push of this ledger is under way, whose hook runs this process. */
  isPushing(): Promise<boolean>;
  /** Holds the objects up to a commit that was taken in. */
  keep(commit: string): Promise<void>;
}

export interface LedgerPiece {
  readonly commit: string;
  readonly bytes: Uint8Array;
}

/** Bytes of a piece that are read; a larger one is refused. */
export const PIECE_MOST = 16 * 1024 * 1024;
