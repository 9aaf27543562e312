import { link, mkdtemp, open, readdir, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AssayError } from "../../errors.ts";
import type { QaArtifacts } from "../../ports/qa-artifacts.ts";
import { digestOf } from "./digest.ts";
import { translated } from "./disk-error.ts";
import { makeFolder, syncFolder } from "./durable-file.ts";
import { absent, plainFile, readPlainFile } from "./plain-file.ts";
import { expectSafeKey, isSafeKey, QA_ARTIFACTS } from "./safe-key.ts";

const WRITING = "writing-";
/** Milliseconds after which a folder of half-written bytes belongs to nobody. */
const ABANDONED = 24 * 60 * 60 * 1_000;

/** Evidence of QA runs as files, `<root>/<key>`, readable by their owner; the folders are made by the first write. */
export function fileQaArtifacts(root: string): QaArtifacts {
  const unavailable = (reason: string, cause: unknown) =>
    new AssayError(
      "artifacts_unavailable",
      { folder: join(root, QA_ARTIFACTS), reason, fix: "free the disk or mend the permissions" },
      cause,
    );
  const refuse = (reason: string) =>
    new AssayError("artifacts_unavailable", {
      folder: join(root, QA_ARTIFACTS),
      reason,
      fix: "remove what is no evidence of Assay",
    });

  return {
    put: (key, given, contentType) =>
      translated(unavailable, async () => {
        expectSafeKey(key);
        const bytes = Uint8Array.from(given);
        const place = join(root, key);
        await makeFolder(dirname(place));
        await sweep(join(root, QA_ARTIFACTS));
        if (!(await putNew(place, bytes, join(root, QA_ARTIFACTS)))) {
          const there = await readPlainFile(root, key, refuse);
          if (there === null || digestOf(there) !== digestOf(bytes))
            throw new AssayError("artifact_taken", { key });
        }
        // Whoever wrote it may have been killed before the name was on the disk.
        await syncFolder(dirname(place));
        const handle = { backend: "local", path: key, content_type: contentType } as const;
        return { handle, digest: digestOf(bytes), bytes: bytes.length };
      }),

    read: (handle, digest) =>
      translated(unavailable, async () => {
        if (handle.backend !== "local" || !isSafeKey(handle.path)) return null;
        const bytes = await readPlainFile(root, handle.path, refuse);
        if (bytes !== null && digest !== undefined && digestOf(bytes) !== digest)
          throw new AssayError("artifact_corrupt", { file: join(root, handle.path) });
        return bytes;
      }),

    has: (handle) =>
      translated(unavailable, async () => {
        if (handle.backend !== "local" || !isSafeKey(handle.path)) return false;
        return (await plainFile(root, handle.path, refuse)) !== null;
      }),

    prune: (before, isKept) =>
      translated(unavailable, async () => {
        let removed = 0;
        for (const key of await keysUnder(root)) {
          const found = await stat(join(root, key)).catch(absent);
          if (found === null || found.mtimeMs >= before || isKept(key)) continue;
          await rm(join(root, key), { force: true });
          removed += 1;
          await removeEmpty(root, dirname(key));
        }
        return removed;
      }),

    presign: async (key) => {
      expectSafeKey(key);
      return null;
    },
  };
}

/** Puts a file in place whole and durable, unless there is one: then false, and that one stays. */
async function putNew(place: string, bytes: Uint8Array, root: string): Promise<boolean> {
  const aside = await mkdtemp(join(root, WRITING));
  try {
    const beside = join(aside, "next");
    const file = await open(beside, "w", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    // A second name for the same file: unlike a renaming, it never takes the place of another.
    return await link(beside, place).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === "EEXIST") return false;
        throw error;
      },
    );
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Keys of what is there, in order; links and what is no evidence are passed over. */
async function keysUnder(root: string): Promise<string[]> {
  const keys: string[] = [];
  const walk = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
      throw error;
    });
    for (const entry of entries) {
      const key = `${folder}/${entry.name}`;
      if (entry.isDirectory() && depth < 3) await walk(key, depth + 1);
      else if (entry.isFile() && isSafeKey(key)) keys.push(key);
    }
  };
  await walk(QA_ARTIFACTS, 0);
  return keys.sort();
}

/** Removes folders that are empty, from a run's up to its project's. */
async function removeEmpty(root: string, folder: string): Promise<void> {
  for (let at = folder; at !== QA_ARTIFACTS; at = dirname(at)) {
    const isRemoved = await rmdir(join(root, at)).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

/** Removes what killed processes left. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(WRITING)) continue;
    const found = await stat(join(folder, name)).catch(absent);
    if (found !== null && Date.now() - found.mtimeMs > ABANDONED)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}
