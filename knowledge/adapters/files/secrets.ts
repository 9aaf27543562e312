import { readFile } from "node:fs/promises";
import { AssayError } from "../../errors.ts";
import type { Secrets } from "../../ports/secrets.ts";
import { translated } from "./disk-error.ts";

/** The secrets files at these paths; one that is not there is passed over, one that cannot be read is an error. */
export function fileSecrets(paths: readonly string[]): Secrets {
  return {
    async files() {
      const found = [];
      for (const path of paths) {
        const text = await read(path);
        if (text !== null) found.push({ path, text });
      }
      return found;
    },
  };
}

function read(path: string): Promise<string | null> {
  const unreadable = (reason: string, cause: unknown) =>
    new AssayError("secrets_unreadable", { file: path, reason }, cause);
  return translated(unreadable, () =>
    readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
      throw error;
    }),
  );
}
