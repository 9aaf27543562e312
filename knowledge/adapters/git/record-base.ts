import { AssayError } from "../../errors.ts";
import type { RecordBase } from "../../ports/record-base.ts";
import { parseRecordPath } from "../../record/record-path.ts";
import { type GitPlace, runGit } from "./run-git.ts";

interface RecordBlob {
  readonly path: string;
  readonly oid: string;
}

/** Records at a commit, read by the `git` binary. `folder` is the knowledge root, relative to the top of the work tree. */
export function gitRecordBase(place: GitPlace, folder: string): RecordBase {
  return {
    async at(reference) {
      const commit = await commonCommit(place, reference);
      const blobs = await listBlobs(place, commit, folder);
      return { commit, files: await readBlobs(place, blobs) };
    },
  };
}

async function commonCommit(place: GitPlace, reference: string): Promise<string> {
  const named = await runGit(place, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${reference}^{commit}`,
  ]);
  if (!named.ok) throw missing(reference, "there is no such commit in this clone");
  const common = await runGit(place, ["merge-base", text(named.stdout), "HEAD"]);
  if (!common.ok) throw missing(reference, "this clone knows no commit that it and HEAD have in common");
  return text(common.stdout);
}

/** `git ls-tree -z`: `<mode> <type> <oid>\t<path>\0`, paths as they are. */
async function listBlobs(place: GitPlace, commit: string, folder: string): Promise<RecordBlob[]> {
  const tree = await answered(place, ["ls-tree", "-r", "-z", "--full-tree", commit, "--", `${folder}/`]);
  return tree
    .toString()
    .split("\0")
    .flatMap((entry) => {
      const [, oid, path = ""] = /^100\d{3} blob ([0-9a-f]+)\t([\s\S]+)$/.exec(entry) ?? [];
      const relative = path.slice(folder.length + 1);
      return oid === undefined || parseRecordPath(relative) === null ? [] : [{ path: relative, oid }];
    });
}

/** `git cat-file --batch` answers each line with `<oid> blob <bytes>\n`, the bytes and a line feed. */
async function readBlobs(place: GitPlace, blobs: readonly RecordBlob[]) {
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

function text(line: Buffer): string {
  return line.toString().trim();
}

function missing(base: string, reason: string): AssayError {
  return new AssayError("base_missing", { base, reason });
}
