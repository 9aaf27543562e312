import { AssayError } from "../../errors.ts";
import { type GitPlace, runGit } from "./run-git.ts";

interface Blob {
  readonly path: string;
  readonly oid: string;
}

/**
 * Plain files under a folder as they are at a commit, links left out, in the order of git; `path` is relative to
 * the top of the work tree, and bytes that are not UTF-8 are U+FFFD. `wanted` chooses by path.
 */
export async function treeFiles(
  place: GitPlace,
  commit: string,
  folder: string,
  wanted: (path: string) => boolean = () => true,
): Promise<{ readonly path: string; readonly text: string }[]> {
  const blobs = (await listBlobs(place, commit, folder)).filter(({ path }) => wanted(path));
  return readBlobs(place, blobs);
}

/** `git ls-tree -z`: `<mode> <type> <oid>\t<path>\0`, paths as they are. */
async function listBlobs(place: GitPlace, commit: string, folder: string): Promise<Blob[]> {
  const tree = await answered(place, ["ls-tree", "-r", "-z", "--full-tree", commit, "--", `${folder}/`]);
  return tree
    .toString()
    .split("\0")
    .flatMap((entry) => {
      const [, oid, path] = /^100\d{3} blob ([0-9a-f]+)\t([\s\S]+)$/.exec(entry) ?? [];
      return oid === undefined || path === undefined ? [] : [{ path, oid }];
    });
}

/** `git cat-file --batch` answers each line with `<oid> blob <bytes>\n`, the bytes and a line feed. */
async function readBlobs(place: GitPlace, blobs: readonly Blob[]) {
  if (blobs.length === 0) return [];
  const answer = await answered(place, ["cat-file", "--batch"], blobs.map(({ oid }) => `${oid}\n`).join(""));
  let at = 0;
  return blobs.map(({ path, oid }) => {
    const start = answer.indexOf("\n", at) + 1;
    const size = Number(/ blob (\d+)$/.exec(answer.toString("latin1", at, Math.max(start - 1, at)))?.[1]);
    if (Number.isNaN(size))
      throw new AssayError("git_unavailable", { reason: `it did not hand over ${oid}` });
    at = start + size + 1;
    return { path, text: answer.toString("utf8", start, start + size) };
  });
}

async function answered(place: GitPlace, args: readonly string[], input?: string): Promise<Buffer> {
  const { ok, stdout, stderr } = await runGit(place, args, input);
  if (!ok) throw new AssayError("git_unavailable", { reason: stderr.trim() });
  return stdout;
}
