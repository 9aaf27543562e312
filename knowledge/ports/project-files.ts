/**
 * Text files of a work tree, by path relative to its top, with `/`.
 *
 * Errors of every call: project_file_refused (a path that leaves the work tree or goes through a link, a file that
 * is none), project_files_unavailable (the disk, permissions).
 */
export interface ProjectFiles {
  /** Names of the files in a folder, without those below it; `""` is the top. None where there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /** The file as it stands, or null where there is none. Bytes that are not UTF-8 are U+FFFD. */
  read(path: string): Promise<string | null>;
  /**
   * Writes each file whole, in order, and is on the disk when it returns. First every file must still be what its
   * writer saw; otherwise nothing is written, and the paths that changed come back. A folder that a removal leaves
   * empty goes too.
   */
  write(changes: readonly FileChange[]): Promise<readonly string[]>;
}

export interface FileChange {
  readonly path: string;
  /** What the change was decided on; null where there was no such file. */
  readonly before: string | null;
  /** Null removes the file. */
  readonly after: string | null;
}
