import { open } from "node:fs/promises";
import { join } from "node:path";
import { AssayError } from "../../errors.ts";
import type { Drafts } from "../../ports/drafts.ts";
import { translated } from "./disk-error.ts";
import { makeFolder, syncFolder } from "./durable-file.ts";
import { prepareState } from "./work-tree-lock.ts";

/** Relative to the top of the work tree; git does not see it. */
const FOLDER = ".assay/local/drafts";

/** Drafts as files of a work tree, for the eyes of their writer. */
export function fileDrafts(top: string): Drafts {
  return {
    async keep(name, text) {
      const unavailable = (reason: string, cause: unknown) =>
        new AssayError("records_unavailable", { path: `${FOLDER}/${name}`, reason }, cause);
      return translated(unavailable, async () => {
        await prepareState(join(top, ".assay/local"));
        await makeFolder(join(top, FOLDER));
        for (let number = 1; ; number++) {
          const path = `${FOLDER}/${number === 1 ? name : name.replace(/(?=\.[^.]*$|$)/, `-${number}`)}`;
          if (await writeNew(join(top, path), text)) {
            await syncFolder(join(top, FOLDER));
            return path;
          }
        }
      });
    },
  };
}

/** False where a file of that name is there already. */
async function writeNew(path: string, text: string): Promise<boolean> {
  const file = await open(path, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return null;
    throw error;
  });
  if (file === null) return false;
  try {
    await file.writeFile(text);
    await file.sync();
    return true;
  } finally {
    await file.close();
  }
}
