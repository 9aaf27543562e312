/**
 * Where recorders leave their files while a command runs, and which report files a pattern names.
 *
 * Errors of every call: run_files_unavailable.
 */
export interface RunFiles {
  /** An empty folder for the recorders of one run, absolute; they find it in `ASSAY_RUN_FOLDER`. */
  open(): Promise<string>;
  /** References (for `Sources`) of the run files in it, sorted. */
  recorded(folder: string): Promise<readonly string[]>;
  /** Removes the folder. */
  close(folder: string): Promise<void>;
  /** The run files that nobody has read: first those of recorders where no run was open, then each killed run's, oldest first. */
  left(): Promise<readonly LeftFiles[]>;
  /** Removes these of them: they were read. */
  remove(files: readonly string[]): Promise<void>;
  /** References of the files that these glob patterns name, relative to the work tree, changed at or after `since` (milliseconds). */
  reports(patterns: readonly string[], since: number): Promise<readonly string[]>;
}

/** Run files that belong to one run. */
export interface LeftFiles {
  /** Those of a killed run may be cut off. */
  readonly by: "recorders" | "killed-run";
  /** References for `Sources`, sorted, at least one. */
  readonly files: readonly string[];
}
