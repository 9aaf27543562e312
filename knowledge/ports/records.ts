/**
 * Files of records under one knowledge root, as text: what a file means is not known here. Paths are relative to
 * the root, with `/`.
 *
 * Errors of every call: records_unavailable (the disk, permissions, another process that holds the lock for too
 * long), record_path_refused (a path that is no record's, leaves the root or goes through a link). A call that
 * throws may have written nothing, or all of what it was given: what was begun is finished by the next one.
 */
export interface Records {
  /** Paths of all record files, sorted. Files of other names and links are left out. */
  list(): Promise<readonly string[]>;
  /**
   * The record files in these anchor folders of every scope, without a look at all others. A folder is `<anchor>` or
   * `<level>/<anchor>`, as a record's path has it below its scope.
   */
  under(folders: readonly string[]): Promise<RecordsUnder>;
  /** What stands among the records and is none, sorted: Markdown files at other paths, and links. A README.md is no stray. */
  strays(): Promise<readonly string[]>;
  /** The file as it stands, or null where there is none. */
  read(path: string): Promise<StoredRecord | null>;
  /**
   * Writes all of these files or none, and is on the disk when it returns. Each must still be what its writer
   * saw; otherwise nothing is written, and the paths that changed come back. Holds a lock against every other
   * process on this root. First finishes what a killed process had begun.
   */
  write(changes: readonly RecordWrite[]): Promise<WriteOutcome>;
  /** Finishes what a killed process had begun, and says which files that touched; mostly none. */
  repair(): Promise<readonly string[]>;
}

export interface RecordsUnder {
  /** Sorted. */
  readonly paths: readonly string[];
  /** Anchor folders of each scope: those that were asked for, and as many more as cost nothing to tell. */
  readonly folders: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface StoredRecord {
  readonly path: string;
  /** Bytes that are not UTF-8 are U+FFFD. */
  readonly text: string;
  /** SHA-256 of the bytes, hexadecimal. */
  readonly digest: string;
}

export interface RecordWrite {
  readonly path: string;
  readonly text: string;
  /** Digest of the file that the change was decided on; null for a file that must not be there yet. */
  readonly expected: string | null;
  /** Paths of all record files that its folder held when that was decided; another one there now is a conflict. */
  readonly beside?: readonly string[];
}

export type WriteOutcome =
  /** `digests[i]` is the new digest of `changes[i]`. */
  | { readonly kind: "written"; readonly digests: readonly string[] }
  /** Somebody wrote first; read again and decide again. */
  | { readonly kind: "conflict"; readonly paths: readonly string[] };
