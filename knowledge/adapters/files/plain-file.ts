import { constants, type Stats } from "node:fs";
import { lstat, open } from "node:fs/promises";
import { join } from "node:path";

/**
 * The file at a path (with `/`) under a root, or null. `refuse` gives the error for a way that goes through a
 * link under the root, or leads to something that is no file.
 */
export async function plainFile(
  root: string,
  path: string,
  refuse: (reason: string) => Error,
): Promise<Stats | null> {
  const parts = path.split("/");
  for (let length = 1; length <= parts.length; length++) {
    const place = join(root, ...parts.slice(0, length));
    const found = await lstat(place).catch(absent);
    if (found === null) return null;
    const isLast = length === parts.length;
    if (found.isSymbolicLink()) throw refuse(`${parts.slice(0, length).join("/")} is a link`);
    if (isLast && !found.isFile()) throw refuse("it is not a file");
    if (isLast) return found;
  }
  return null;
}

/** The bytes of {@link plainFile}, or null where there is none. */
export async function readPlainFile(
  root: string,
  path: string,
  refuse: (reason: string) => Error,
): Promise<Buffer | null> {
  if ((await plainFile(root, path, refuse)) === null) return null;
  const file = await open(join(root, path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(absent);
  if (file === null) return null;
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** For `catch`: null where there is no such file. */
export function absent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
