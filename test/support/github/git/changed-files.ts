import { structuredPatch } from "diff";
import type { ObjectStore } from "./object-store.ts";
import type { Files } from "./trees.ts";

export interface ChangedFile {
  readonly path: string;
  readonly from: string | null;
  readonly status: "added" | "removed" | "modified" | "renamed";
  /** Blob after the change; of a removed file, the one before. */
  readonly sha: string;
  readonly additions: number;
  readonly deletions: number;
  /** Hunks without a header; null for binary files and for those above the limit of one file's diff. */
  readonly patch: string | null;
}

/** No file's diff is shown above this many bytes or lines. */
const LARGEST_PATCH = 500 * 1_024;
const MOST_LINES = 20_000;

/** What differs between two sets of files, by path; a removed file that reappears at least half alike is a renaming. */
export function changedFiles(store: ObjectStore, before: Files, after: Files): ChangedFile[] {
  const removed = [...before.keys()].filter((path) => !after.has(path));
  const added = [...after.keys()].filter((path) => !before.has(path));
  const text = (files: Files, path: string): Buffer =>
    store.get(files.get(path)!.sha)?.bytes ?? Buffer.alloc(0);
  const renamed = new Map<string, string>();
  for (const path of added) {
    const from = removed
      .filter((other) => ![...renamed.values()].includes(other))
      .find(
        (other) =>
          before.get(other)!.sha === after.get(path)!.sha || alike(text(before, other), text(after, path)),
      );
    if (from !== undefined) renamed.set(path, from);
  }
  const gone = removed.filter((path) => ![...renamed.values()].includes(path));
  const changed = [...after.keys()].filter((path) => before.get(path)?.sha !== after.get(path)!.sha);
  return [...changed, ...gone].sort(byBytes).map((path) => {
    const from = renamed.get(path) ?? null;
    const old = before.has(from ?? path) ? text(before, from ?? path) : Buffer.alloc(0);
    const now = after.has(path) ? text(after, path) : Buffer.alloc(0);
    const status =
      from !== null ? "renamed" : !before.has(path) ? "added" : !after.has(path) ? "removed" : "modified";
    return { path, from, status, sha: (after.get(path) ?? before.get(path))!.sha, ...patchOf(old, now) };
  });
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, 8_000).includes(0);
}

function alike(one: Buffer, other: Buffer): boolean {
  if (isBinary(one) || isBinary(other)) return false;
  const lines = one.toString("utf8").split("\n");
  const rest = other.toString("utf8").split("\n");
  const both = lines.filter((line) => line.trim() !== "" && rest.includes(line)).length;
  return both > 0 && both * 2 >= Math.max(lines.length, rest.length);
}

function patchOf(old: Buffer, now: Buffer): Pick<ChangedFile, "additions" | "deletions" | "patch"> {
  if (isBinary(old) || isBinary(now)) return { additions: 0, deletions: 0, patch: null };
  const { hunks } = structuredPatch("a", "b", old.toString("utf8"), now.toString("utf8"), "", "", {
    context: 3,
  });
  const lines = hunks.flatMap((hunk) => [headOf(hunk), ...hunk.lines]);
  const count = (sign: string): number =>
    hunks.flatMap((hunk) => hunk.lines).filter((line) => line[0] === sign).length;
  const patch = lines.join("\n");
  const shown = patch !== "" && patch.length <= LARGEST_PATCH && lines.length <= MOST_LINES;
  return { additions: count("+"), deletions: count("-"), patch: shown ? patch : null };
}

function headOf(hunk: { oldStart: number; oldLines: number; newStart: number; newLines: number }): string {
  const range = (start: number, lines: number): string => (lines === 1 ? `${start}` : `${start},${lines}`);
  return `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`;
}
