import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AssayError } from "../../errors.ts";
import type { FileEdit } from "../../ports/change-branch.ts";
import { isPlainFile, type TreeEntry } from "./change-files.ts";
import { type AskGit, answered } from "./change-place.ts";
import { refuseEdits } from "./refuse-edits.ts";

/** Bytes of files that are taken from git at a time. */
const BATCH_BYTES = 32 * 1024 * 1024;

/**
 * Writes the plain files of a tree, byte for byte as they are committed, into an empty folder, and the edits over
 * them. Errors: edit_refused, git_failed.
 */
export async function writeCopy(
  ask: AskGit,
  entries: readonly TreeEntry[],
  edits: readonly FileEdit[],
  folder: string,
): Promise<void> {
  refuseEdits(edits, entries);
  const edited = new Set(edits.map(({ path }) => path));
  const files = entries.filter((entry) => isPlainFile(entry) && !edited.has(entry.path));
  for (const batch of batchesOf(files)) await writeBatch(ask, batch, folder);
  const modes = new Map(entries.map(({ path, mode }) => [path, mode]));
  for (const { path, text } of edits) {
    if (text === null) await rm(join(folder, path), { force: true });
    else await write(folder, path, Buffer.from(text), modes.get(path) ?? "100644");
  }
}

function batchesOf(files: readonly TreeEntry[]): TreeEntry[][] {
  const batches: TreeEntry[][] = [];
  let left = 0;
  for (const file of files) {
    const size = (file.size ?? 0) + 100;
    if (left < size) {
      batches.push([]);
      left = BATCH_BYTES;
    }
    batches.at(-1)?.push(file);
    left -= size;
  }
  return batches;
}

/** `git cat-file --batch` answers each line with `<oid> blob <bytes>\n`, the bytes and a line feed; no filter runs. */
async function writeBatch(ask: AskGit, files: readonly TreeEntry[], folder: string): Promise<void> {
  const input = files.map(({ oid }) => `${oid}\n`).join("");
  const answer = await answered(ask, ["cat-file", "--batch"], { input });
  let at = 0;
  for (const { path, oid, mode } of files) {
    const start = answer.indexOf("\n", at) + 1;
    const size = Number(/ blob (\d+)$/.exec(answer.toString("latin1", at, Math.max(start - 1, at)))?.[1]);
    if (Number.isNaN(size))
      throw new AssayError("git_failed", { words: `it did not hand over ${oid}`, outcome: "" });
    at = start + size + 1;
    await write(folder, path, answer.subarray(start, start + size), mode);
  }
}

async function write(folder: string, path: string, bytes: Buffer, mode: string): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  // Two names that this file system takes for one are refused by `wx`.
  await writeFile(file, bytes, { mode: mode === "100755" ? 0o755 : 0o644, flag: "wx" });
}
