import { mkdir, open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Puts a file in place whole: written beside, synced, renamed, the folder synced. Whoever looks sees the old file
 * or the new one, also after a crash. `aside` is a folder on the same disk that the caller holds alone.
 */
export async function putFile(path: string, bytes: Uint8Array, aside: string, mode = 0o666): Promise<void> {
  const beside = join(aside, "next");
  const file = await open(beside, "w", mode);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  await syncFolder(dirname(path));
}

/** Makes a folder and those above it, each durable. */
export async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}

/** A name is durable when its folder is; systems that cannot open a folder keep names by themselves. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EISDIR" || error.code === "EPERM") return null;
    throw error;
  });
  try {
    await folder?.sync();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EPERM" && code !== "EINVAL" && code !== "EISDIR") throw error;
  } finally {
    await folder?.close();
  }
}
