import { hash } from "node:crypto";
import { constants, lstatSync, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { type IndexedFile, indexRecordFile } from "../../record/index-record-file.ts";
import { parseRecordPath } from "../../record/record-path.ts";
import type { KnownFile, KnownFolder } from "./known-folder.ts";

/** Milliseconds within which two changes can bear one time: the coarsest file systems count in two seconds. */
const COARSEST_CLOCK = 3_000;
/** Levels of folders in which records can be: scope, two hex digits, anchor. */
const DEEPEST = 3;
const FOLDER_NAME = /^[a-z0-9][a-z0-9-]*$/;

export interface ReadFolders {
  /** The knowledge root, absolute. */
  readonly root: string;
  /** The file system's own time in milliseconds, taken before this call. */
  readonly now: number;
  /** Whether the time of a folder tells that an entry came or went; else no stamp of one proves anything. */
  readonly folderTimes: boolean;
}

/**
 * Reads `stale` folders anew, and those that turn up in them, and puts what it finds into `folders`; what is gone is
 * taken out, and so is what only a link leads to now. Gives the paths of the folders that it touched. A file whose
 * stamp or text is the known one is not parsed again. Errors: the file system's.
 */
export async function readFolders(
  folders: Map<string, KnownFolder>,
  stale: readonly string[],
  { root, now, folderTimes }: ReadFolders,
): Promise<ReadonlySet<string>> {
  const touched = new Set<string>();

  async function read(path: string): Promise<void> {
    if (touched.has(path)) return;
    touched.add(path);
    const stats = folderStats(root, path);
    const entries = stats === null ? null : entriesOf(join(root, path));
    if (stats === null || entries === null) {
      folders.delete(path);
      return;
    }
    const known = new Map(folders.get(path)?.files.map((file) => [file.id, file]));
    const files: KnownFile[] = [];
    const below: string[] = [];
    for (const entry of entries) {
      const place = `${path}${entry.name}`;
      if (entry.isDirectory() && FOLDER_NAME.test(entry.name) && path.split("/").length <= DEEPEST)
        below.push(`${place}/`);
      const id = entry.isFile() ? parseRecordPath(place)?.id : undefined;
      const file = id === undefined ? null : await readFile(place, id, known.get(id));
      if (file !== null) files.push(file);
    }
    const { ino, mtimeMs, ctimeMs } = stats;
    const proves = folderTimes && isPast(stats);
    folders.set(path, { path, stamp: [proves ? ino : Number.NaN, mtimeMs, ctimeMs], files });
    for (const folder of below) if (!folders.has(folder)) await read(folder);
  }

  async function readFile(path: string, id: string, known: KnownFile | undefined): Promise<KnownFile | null> {
    const place = join(root, path);
    const stats = lstatSync(place, { throwIfNoEntry: false });
    if (!stats?.isFile()) return null;
    const { ino, size, mtimeMs, ctimeMs } = stats;
    const stamp = [isPast(stats) ? ino : Number.NaN, size, mtimeMs, ctimeMs] as const;
    if (known !== undefined && stamp.every((value, at) => value === known.stamp[at])) return known;
    const text = textOf(place);
    if (text === null) return null;
    const digest = hash("sha256", text, "buffer").readUIntBE(0, 6);
    const told: IndexedFile =
      known?.digest === digest && known.stamp[1] === size ? known.told : await indexRecordFile(path, text);
    return { id, stamp, digest, told };
  }

  /** Whether a later change would bear another time. */
  function isPast({ mtimeMs, ctimeMs }: Stats): boolean {
    // What bears a time to come, as some archives do, is known by it all the same.
    return ctimeMs < now - COARSEST_CLOCK && Math.abs(mtimeMs - now) > COARSEST_CLOCK;
  }

  for (const path of stale) await read(path);
  for (const path of folders.keys()) {
    if (isReachable(path, folders)) continue;
    folders.delete(path);
    touched.add(path);
  }
  return touched;
}

/** Null for what is no folder, as a link is none; the root may be one. */
function folderStats(root: string, path: string): Stats | null {
  if (path === "") return statSync(root, { throwIfNoEntry: false }) ?? null;
  // With the slash at its end a link would be followed.
  const stats = lstatSync(join(root, path.slice(0, -1)), { throwIfNoEntry: false });
  return stats?.isDirectory() ? stats : null;
}

function entriesOf(folder: string) {
  return orNull(() => readdirSync(folder, { withFileTypes: true }));
}

function textOf(place: string): string | null {
  const flag = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
  // A number is passed on as it is; the types know only the letters.
  return orNull(() => readFileSync(place, { encoding: "utf8", flag: flag as unknown as string }));
}

/** Null for what went away since it was listed. */
function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function isReachable(path: string, folders: ReadonlyMap<string, unknown>): boolean {
  if (path === "") return true;
  const parent = path.slice(0, path.lastIndexOf("/", path.length - 2) + 1);
  return folders.has(parent) && isReachable(parent, folders);
}
