import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AssayError } from "../../errors.ts";
import type { Artifacts } from "../../ports/artifacts.ts";
import { digestOf } from "./digest.ts";
import { translated } from "./disk-error.ts";
import { makeFolder, putFile, syncFolder } from "./durable-file.ts";
import { absent } from "./plain-file.ts";

const DIGEST = /^[0-9a-f]{64}$/;
const WRITING = "writing-";
/** Milliseconds after which a folder of half-written bytes belongs to nobody. */
const ABANDONED = 24 * 60 * 60 * 1_000;

/** Artifacts as files, `<folder>/<first two digits>/<digest>`; the folder is made by the first write. */
export function fileArtifacts(folder: string): Artifacts {
  const unavailable = (reason: string, cause: unknown) =>
    new AssayError(
      "artifacts_unavailable",
      { folder, reason, fix: "free the disk or mend the permissions" },
      cause,
    );
  const placeOf = (digest: string) => join(folder, digest.slice(0, 2), digest);

  return {
    put: (bytes) =>
      translated(unavailable, async () => {
        const digest = digestOf(bytes);
        const place = placeOf(digest);
        const there = await readFile(place).catch(absent);
        if (there !== null && digestOf(there) === digest) {
          // Whoever wrote it may have been killed before the name was on the disk.
          await syncFolder(dirname(place));
          return digest;
        }
        await makeFolder(dirname(place));
        await sweep(folder);
        const aside = await mkdtemp(join(folder, WRITING));
        try {
          await putFile(place, bytes, aside);
        } finally {
          await rm(aside, { recursive: true, force: true });
        }
        return digest;
      }),

    get: (digest) =>
      translated(unavailable, async () => {
        if (!DIGEST.test(digest)) return null;
        const bytes = await readFile(placeOf(digest)).catch(absent);
        if (bytes !== null && digestOf(bytes) !== digest)
          throw new AssayError("artifact_corrupt", { file: placeOf(digest) });
        return bytes;
      }),
  };
}

/** Removes what killed processes left. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(WRITING)) continue;
    const place = join(folder, name);
    const found = await stat(place).catch(absent);
    if (found !== null && Date.now() - found.mtimeMs > ABANDONED)
      await rm(place, { recursive: true, force: true });
  }
}
