import { createHash } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { lstat, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AssayError } from "../../errors.ts";
import type { Records, RecordWrite, WriteOutcome } from "../../ports/records.ts";
import { parseRecordPath } from "../../record/record-path.ts";
import { makeFolder, putFile, syncFolder } from "./durable-file.ts";
import { withProcessLock } from "./process-lock.ts";

export interface RecordFolders {
  /** The knowledge root, absolute: `<work tree>/.assay/knowledge`. */
  readonly root: string;
  /** Where the lock, the journal and half-written files are, on the same disk: `<work tree>/.assay/local`. */
  readonly state: string;
}

/** Milliseconds to wait for the process that writes. */
const LOCK_WAIT = 10_000;

/** A Markdown file that somebody may take for a record; a README is not. */
const STRAY = /(?<!(?:^|\/)README)\.md$/i;
/** Folders that are listed at the same time. */
const LISTED_AT_ONCE = 64;

/** A write of several files, kept from before its first until after its last. */
interface Journal {
  readonly v: 1;
  readonly changes: readonly (RecordWrite & { readonly digest: string })[];
}

/**
 * Records as files of a work tree. One write is atomic for each file by rename, and for all of them by a journal
 * that the next write plays to its end: a file that a person changed since is theirs and stays.
 */
export function fileRecords({ root, state }: RecordFolders): Records {
  const journalFile = join(state, "records-journal.json");
  const aside = join(state, "records-writing");

  async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
    await prepareState(state);
    const outcome = await withProcessLock(join(state, "records.lock"), LOCK_WAIT, async () => {
      await rm(aside, { recursive: true, force: true });
      await makeFolder(aside);
      return work();
    });
    if (outcome.kind === "done") return outcome.value;
    throw unavailable(path, `another process has been writing for ${LOCK_WAIT / 1_000} seconds`);
  }

  async function put({ path, text }: RecordWrite): Promise<void> {
    const place = join(root, path);
    const found = await plainFile(root, path);
    await makeFolder(dirname(place));
    await putFile(place, Buffer.from(text), aside, found === null ? 0o666 : found.mode & 0o777);
  }

  async function digestAt(path: string): Promise<string | null> {
    const bytes = await readPlain(root, path);
    return bytes === null ? null : digestOf(bytes);
  }

  async function finishBegun(): Promise<readonly string[]> {
    const journal = await readJournal(journalFile);
    if (journal === null) return [];
    const touched: string[] = [];
    for (const change of journal.changes) {
      refuseOtherPaths([change]);
      if ((await digestAt(change.path)) !== change.expected) continue;
      await put(change);
      touched.push(change.path);
    }
    await removeJournal();
    return touched;
  }

  async function removeJournal(): Promise<void> {
    await rm(journalFile);
    await syncFolder(state);
  }

  async function writeAll(changes: readonly RecordWrite[]): Promise<WriteOutcome> {
    await finishBegun();
    const conflicts: string[] = [];
    for (const { path, expected } of changes) if ((await digestAt(path)) !== expected) conflicts.push(path);
    if (conflicts.length > 0) return { kind: "conflict", paths: conflicts };
    const digests = changes.map(({ text }) => digestOf(Buffer.from(text)));
    const isOne = changes.length === 1;
    if (!isOne) {
      const journal: Journal = {
        v: 1,
        changes: changes.map((change, at) => ({ ...change, digest: digests[at]! })),
      };
      await putFile(journalFile, Buffer.from(JSON.stringify(journal)), aside);
    }
    for (const change of changes) await put(change);
    if (!isOne) await removeJournal();
    return { kind: "written", digests };
  }

  return {
    list: () => translated(root, async () => (await filesUnder(root)).records.sort()),

    strays: () => translated(root, async () => (await filesUnder(root)).strays.sort()),

    read: (path) =>
      translated(path, async () => {
        refuseOtherPaths([{ path }]);
        const bytes = await readPlain(root, path);
        return bytes === null ? null : { path, text: bytes.toString("utf8"), digest: digestOf(bytes) };
      }),

    async write(changes) {
      refuseOtherPaths(changes);
      const [first] = changes;
      if (first === undefined) return { kind: "written", digests: [] };
      return translated(first.path, () => locked(first.path, () => writeAll(changes)));
    },

    repair: () =>
      translated(journalFile, async () => {
        const begun = await lstat(journalFile).catch(absent);
        return begun === null ? [] : locked(journalFile, finishBegun);
      }),
  };
}

/** The state folder keeps itself out of git, whoever makes it. */
async function prepareState(state: string): Promise<void> {
  await makeFolder(state);
  await writeFile(join(state, ".gitignore"), "*\n", { flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

async function readJournal(file: string): Promise<Journal | null> {
  const text = await readFile(file, "utf8").catch(absent);
  if (text === null) return null;
  try {
    const journal = JSON.parse(text) as Journal;
    if (journal.v === 1 && Array.isArray(journal.changes)) return journal;
  } catch {
    // Said below.
  }
  throw unavailable(
    file,
    "the journal is damaged; run `assay check`, mend what it names, then delete the journal",
  );
}

/** Paths of the record files under the root, and of what looks like one and is none. */
async function filesUnder(root: string): Promise<{ records: string[]; strays: string[] }> {
  const records: string[] = [];
  const strays: string[] = [];
  let level = [""];
  while (level.length > 0) {
    const below: string[] = [];
    for (let from = 0; from < level.length; from += LISTED_AT_ONCE) {
      const folders = level.slice(from, from + LISTED_AT_ONCE);
      const lists = await Promise.all(
        folders.map(
          async (folder) => (await readdir(join(root, folder), { withFileTypes: true }).catch(absent)) ?? [],
        ),
      );
      for (const [index, entries] of lists.entries()) {
        for (const entry of entries) {
          const path = `${folders[index]}${entry.name}`;
          if (entry.isDirectory()) below.push(`${path}/`);
          else if (entry.isFile() && parseRecordPath(path) !== null) records.push(path);
          else if (entry.isSymbolicLink() || STRAY.test(path)) strays.push(path);
        }
      }
    }
    level = below;
  }
  return { records, strays };
}

async function readPlain(root: string, path: string): Promise<Buffer | null> {
  if ((await plainFile(root, path)) === null) return null;
  const file = await open(join(root, path), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(absent);
  if (file === null) return null;
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

/** The file at a path, or null. Refused where the way to it goes through a link, or it is something else. */
async function plainFile(root: string, path: string): Promise<Stats | null> {
  const parts = path.split("/");
  for (let length = 1; length <= parts.length; length++) {
    const place = join(root, ...parts.slice(0, length));
    const found = await lstat(place).catch(absent);
    if (found === null) return null;
    const isLast = length === parts.length;
    if (found.isSymbolicLink()) throw refused(path, `${parts.slice(0, length).join("/")} is a link`);
    if (isLast && !found.isFile()) throw refused(path, "it is not a file");
    if (isLast) return found;
  }
  return null;
}

function refuseOtherPaths(changes: readonly { readonly path: string }[]): void {
  for (const [index, { path }] of changes.entries()) {
    if (parseRecordPath(path) === null) throw refused(path, "not <scope>/<anchor>/<id>.md");
    if (changes.findIndex((other) => other.path === path) < index)
      throw refused(path, "named twice in one write");
  }
}

function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

const SYSTEM = new Map([
  ["EACCES", "no permission"],
  ["EPERM", "no permission"],
  ["EROFS", "the file system is read-only"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the disk quota is used up"],
  ["EXDEV", "the knowledge folder and .assay/local are on different disks"],
  ["ENOTDIR", "a file stands where a folder should be"],
  ["EEXIST", "a file stands where a folder should be"],
]);

async function translated<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AssayError || !(error instanceof Error) || !("code" in error)) throw error;
    throw unavailable(path, SYSTEM.get(String(error.code)) ?? error.message, error);
  }
}

function unavailable(path: string, reason: string, cause?: unknown): AssayError {
  return new AssayError("records_unavailable", { path, reason }, cause);
}

function refused(path: string, reason: string): AssayError {
  return new AssayError("record_path_refused", { path, reason });
}
