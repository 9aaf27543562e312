/** Characters that HFS+ leaves out of a name when it compares two. */
const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Longest path and name that every file system in use takes, in bytes. */
const MOST_BYTES = { path: 4_000, name: 255 };

/**
 * Why a path of a repository is not written to any disk, or null where it may be: it leaves the folder, or some file
 * system reads one of its names as `.git`.
 */
export function refusedPath(path: string): string | null {
  if (path === "") return "is no path";
  if (path.startsWith("/") || path.includes("\\") || /^[A-Za-z]:/.test(path)) return "is not relative";
  if (/[\0-\x1f\x7f]/.test(path)) return "holds a control character";
  if (Buffer.byteLength(path) > MOST_BYTES.path) return "is too long";
  for (const name of path.split("/")) {
    if (name === "" || name === "." || name === "..") return "leaves its folder";
    if (Buffer.byteLength(name) > MOST_BYTES.name) return "is too long";
    if (isGitFolder(name)) return "is of git's own folder";
  }
  return null;
}

/** `.git` as NTFS (short names, streams, what it strips at the end) and HFS+ (case, ignored characters) read it. */
function isGitFolder(name: string): boolean {
  const plain = name
    .replace(IGNORED_BY_HFS, "")
    .normalize("NFKC")
    .replace(/:.*$/s, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
  return plain === ".git" || /^git~\d+$/.test(plain);
}
