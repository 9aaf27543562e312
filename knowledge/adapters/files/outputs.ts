import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { AssayError } from "../../errors.ts";
import type { Outputs } from "../../ports/outputs.ts";
import { translated } from "./disk-error.ts";
import { absent } from "./plain-file.ts";

/** Files relative to a folder, where their paths are not absolute. */
export function fileOutputs(cwd: string): Outputs {
  return {
    write: (path, bytes) => {
      const place = resolve(cwd, path);
      const refused = (reason: string, cause?: unknown) =>
        new AssayError("output_file_refused", { file: path, reason }, cause);
      return translated(refused, async () => {
        const there = await stat(place).catch(absent);
        if (there !== null && !there.isFile()) throw refused("something else than a file is there");
        await mkdir(dirname(place), { recursive: true });
        const aside = await mkdtemp(join(dirname(place), ".assay-"));
        try {
          await writeFile(join(aside, basename(place)), bytes);
          await rename(join(aside, basename(place)), place);
        } finally {
          await rm(aside, { recursive: true, force: true });
        }
        return place;
      });
    },
  };
}
