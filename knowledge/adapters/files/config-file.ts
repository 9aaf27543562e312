import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { AssayError } from "../../errors.ts";
import type { ConfigFile } from "../../ports/config-file.ts";

/** The settings of a work tree; `path` is relative to its top. */
export function configFile(top: string, path: string): ConfigFile {
  return {
    async read() {
      try {
        return { path, text: await readFile(join(top, path), "utf8") };
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        if (code === "ENOENT" || code === "ENOTDIR") return null;
        throw new AssayError("config_unreadable", { file: path, reason: code ?? String(error) }, error);
      }
    },
  };
}
