import type { Dirent } from "node:fs";
import { chmod, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Removes a folder and everything in it, also where what wrote it took away the right to; a link is removed, never followed. */
export async function removeTree(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code !== "EACCES" && code !== "EPERM" && code !== "ENOTEMPTY") throw error;
    await open(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function open(folder: string): Promise<void> {
  await chmod(folder, 0o700).catch(() => {});
  const entries: Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await open(join(folder, entry.name));
}
