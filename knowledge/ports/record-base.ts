/** The record files of the repository as they were at a commit. */
export interface RecordBase {
  /**
   * The files at the commit where HEAD and `reference` parted: what came to `reference` since then is no change
   * of HEAD. Files of other names and links are left out.
   *
   * Errors: base_missing (no such commit in this clone, or none in common, as in a shallow one), git_unavailable,
   * repository_missing.
   */
  at(reference: string): Promise<BaseRecords>;
}

export interface BaseRecords {
  /** Full hash of the commit. */
  readonly commit: string;
  /** In no order. Paths are relative to the knowledge root, with `/`; bytes that are not UTF-8 are U+FFFD. */
  readonly files: readonly { readonly path: string; readonly text: string }[];
}
