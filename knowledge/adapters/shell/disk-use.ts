import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

export interface DiskUse {
  /** Bytes that the files and folders take up on the disk. */
  readonly bytes: number;
  /** Bytes of the largest file, holes counted. */
  readonly largest: number;
}

/** Bytes that an entry costs a file system beside its blocks, so that empty files are not free. */
const ENTRY_BYTES = 512;

/** What a folder takes up on its own file system; links are not followed, and what cannot be read is left out. */
export async function diskUse(folder: string): Promise<DiskUse> {
  const linked = new Set<number>();
  const { dev } = await lstat(folder);
  let bytes = 0;
  let largest = 0;
  const left = [folder];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    try {
      for await (const entry of await opendir(at)) {
        const path = join(at, entry.name);
        const stats = await lstat(path).catch(() => null);
        if (stats === null || stats.dev !== dev) continue;
        if (stats.isDirectory()) left.push(path);
        else if (stats.nlink > 1) {
          if (linked.has(stats.ino)) continue;
          linked.add(stats.ino);
        }
        bytes += stats.blocks * 512 + ENTRY_BYTES;
        if (stats.isFile()) largest = Math.max(largest, stats.size);
      }
    } catch {
      // Gone meanwhile, or closed to us.
    }
  }
  return { bytes, largest };
}
