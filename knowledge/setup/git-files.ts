/** What init adds to a file of git's, unless a line of it says so already. */
export interface GitFile {
  readonly path: string;
  readonly lines: readonly string[];
  /** Lines that say the same. */
  readonly same: RegExp;
}

export const GIT_FILES: readonly GitFile[] = [
  {
    path: ".gitignore",
    lines: ["# caches and secrets of this checkout", ".assay/local/"],
    same: /^\/?\.assay\/local\/?\r?$/m,
  },
  {
    path: ".gitattributes",
    // At the end, for of two lines about one file the later one counts. Not marked as generated: records are reviewed.
    lines: ["# an edit of a record is a change of one line, on every system", "/.assay/** text eol=lf"],
    same: /^\/?\.assay\/\*\*\s.*\beol=lf\b/m,
  },
];

/** Lines of .gitignore that keep all of `.assay` out of git, and with it all that is learned. */
export const HIDES_ALL = /^\/?\.assay(?:\/\*{0,2})?\r?$/m;
