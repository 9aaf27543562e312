import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { HostFacts } from "../../ports/host.ts";

/** Result codes of SQLite for a file that is damaged or no database (sqlite3.h). */
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Looks at the ledger's file without changing it: `PRAGMA quick_check` on a read-only connection. */
export async function inspectLedgerFile(path: string): Promise<HostFacts["ledger"]> {
  const found = await stat(path).catch(() => null);
  if (found === null) {
    const blocked = await whyNotMakeable(dirname(path));
    return blocked === null ? { path, state: "absent" } : { path, state: "unwritable", detail: blocked };
  }
  const blocked = found.isFile()
    ? ((await whyNotWritable(path)) ?? (await whyNotWritable(dirname(path))))
    : "not a file";
  if (blocked !== null) return { path, state: "unwritable", detail: blocked };
  return { path, ...(await quickCheck(path)) };
}

async function quickCheck(
  path: string,
): Promise<{ state: "ok" | "corrupt" | "unwritable"; detail?: string }> {
  const { DatabaseSync } = await import("node:sqlite");
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      const verdict = String(Object.values(database.prepare("PRAGMA quick_check(1)").get() ?? {})[0]);
      return verdict === "ok" ? { state: "ok" } : { state: "corrupt", detail: verdict };
    } finally {
      database.close();
    }
  } catch (error) {
    const { errcode, message } = error as Error & { errcode?: number };
    const damaged = errcode === SQLITE_CORRUPT || errcode === SQLITE_NOTADB;
    return { state: damaged ? "corrupt" : "unwritable", detail: message };
  }
}

async function whyNotWritable(path: string): Promise<string | null> {
  return access(path, constants.W_OK).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code ?? error.message,
  );
}

/** Whether a file can be made below a folder that may itself have to be made first. */
async function whyNotMakeable(folder: string): Promise<string | null> {
  const found = await stat(folder).catch(() => null);
  if (found === null && dirname(folder) !== folder) return whyNotMakeable(dirname(folder));
  return found?.isDirectory() === false ? `${folder} is not a folder` : whyNotWritable(folder);
}
