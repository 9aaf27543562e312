import { lstat, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AssayError } from "../../errors.ts";
import type { Records, RecordWrite, WriteOutcome } from "../../ports/records.ts";
import { parseRecordPath } from "../../record/record-path.ts";
import { recordsUnder } from "../../record/records-under.ts";
import { digestOf } from "./digest.ts";
import { translated } from "./disk-error.ts";
import { makeFolder, putFile, syncFolder } from "./durable-file.ts";
import { absent, plainFile, readPlainFile } from "./plain-file.ts";
import { withWorkTreeLock } from "./work-tree-lock.ts";

export interface RecordFolders {
  /** The knowledge root, absolute: `<work tree>/.assay/knowledge`. */
  readonly root: string;
  /** Where the lock, the journal and half-written files are, on the same disk: `<work tree>/.assay/local`. */
  readonly state: string;
}

/** A Markdown file that somebody may take for a record; a README is not. */
const STRAY = /(?<!(?:^|\/)README)\.md$/i;
/** Folders that are listed at the same time. */
const LISTED_AT_ONCE = 64;

/** A write of several files, kept from before its first until after its last. */
interface Journal {
  readonly v: 1;
  /** What was checked out then, in git's words; absent where that is not known. */
  readonly head?: string;
  readonly changes: readonly (RecordWrite & { readonly digest: string })[];
}

/**
 * Records as files of a work tree. One write is atomic for each file by rename, and for all of them by a journal
 * that the next write plays to its end: a file that a person changed since is theirs and stays. `head` says what is
 * checked out, in any words.
 */
export function fileRecords(
  { root, state }: RecordFolders,
  head: () => Promise<string | null> = async () => null,
): Records {
  const journalFile = join(state, "records-journal.json");

  async function locked<T>(path: string, work: (aside: string) => Promise<T>): Promise<T> {
    const outcome = await withWorkTreeLock(state, work);
    if (outcome.kind === "done") return outcome.value;
    throw unavailable(path)(outcome.why);
  }

  async function put({ path, text }: RecordWrite, aside: string): Promise<void> {
    const place = join(root, path);
    const found = await plainFile(root, path, (reason) => refused(path, reason));
    await makeFolder(dirname(place));
    await putFile(place, Buffer.from(text), aside, found === null ? 0o666 : found.mode & 0o777);
  }

  async function digestAt(path: string): Promise<string | null> {
    const bytes = await readPlain(root, path);
    return bytes === null ? null : digestOf(bytes);
  }

  /** Record files in the folder of a change that its writer did not see. */
  async function newBeside({ path, beside }: RecordWrite): Promise<string[]> {
    if (beside === undefined) return [];
    const names = await readdir(join(root, dirname(path))).catch(absent);
    return (names ?? [])
      .map((name) => `${dirname(path)}/${name}`)
      .filter((other) => other !== path && parseRecordPath(other) !== null && !beside.includes(other));
  }

  async function finishBegun(aside: string): Promise<readonly string[]> {
    const journal = await readJournal(journalFile);
    if (journal === null) return [];
    refuseOtherPaths(journal.changes);
    const found: (string | null)[] = [];
    for (const { path } of journal.changes) found.push(await digestAt(path));
    const touched: string[] = [];
    const isOver = await wasLeftBehind(journal, found);
    for (const [at, change] of journal.changes.entries()) {
      if (isOver || found[at] !== change.expected) continue;
      await put(change, aside);
      touched.push(change.path);
    }
    await removeJournal();
    return touched;
  }

  /**
   * Whether another branch is checked out since, and did not bring along what was written: these are other files
   * then, and half of a set would be none. What a person carried over is finished as if it had been whole.
   */
  async function wasLeftBehind(
    { head: then, changes }: Journal,
    found: readonly (string | null)[],
  ): Promise<boolean> {
    if (then === undefined || then === (await head())) return false;
    const isCarried = changes.some(({ digest }, at) => found[at] === digest);
    const isOther = changes.some(
      ({ digest, expected }, at) => found[at] !== digest && found[at] !== expected,
    );
    return isOther || !isCarried;
  }

  async function removeJournal(): Promise<void> {
    await rm(journalFile);
    await syncFolder(state);
  }

  async function writeAll(changes: readonly RecordWrite[], aside: string): Promise<WriteOutcome> {
    await finishBegun(aside);
    const conflicts: string[] = [];
    for (const change of changes) {
      if ((await digestAt(change.path)) !== change.expected) conflicts.push(change.path);
      conflicts.push(...(await newBeside(change)));
    }
    if (conflicts.length > 0) return { kind: "conflict", paths: conflicts };
    const digests = changes.map(({ text }) => digestOf(Buffer.from(text)));
    const isOne = changes.length === 1;
    if (!isOne) {
      const now = await head();
      const journal: Journal = {
        v: 1,
        ...(now === null ? {} : { head: now }),
        changes: changes.map((change, at) => ({ ...change, digest: digests[at]! })),
      };
      await putFile(journalFile, Buffer.from(JSON.stringify(journal)), aside);
    }
    for (const change of changes) await put(change, aside);
    if (!isOne) await removeJournal();
    return { kind: "written", digests };
  }

  return {
    list: () => translated(unavailable(root), async () => (await filesUnder(root)).records.sort()),

    under: (folders) =>
      translated(unavailable(root), async () => recordsUnder((await filesUnder(root)).records, folders)),

    strays: () => translated(unavailable(root), async () => (await filesUnder(root)).strays.sort()),

    read: (path) =>
      translated(unavailable(path), async () => {
        refuseOtherPaths([{ path }]);
        const bytes = await readPlain(root, path);
        return bytes === null ? null : { path, text: bytes.toString("utf8"), digest: digestOf(bytes) };
      }),

    async write(changes) {
      refuseOtherPaths(changes);
      const [first] = changes;
      if (first === undefined) return { kind: "written", digests: [] };
      return translated(unavailable(first.path), () =>
        locked(first.path, (aside) => writeAll(changes, aside)),
      );
    },

    repair: () =>
      translated(unavailable(journalFile), async () => {
        const begun = await lstat(journalFile).catch(absent);
        return begun === null ? [] : locked(journalFile, finishBegun);
      }),
  };
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
  throw unavailable(file)(
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

function readPlain(root: string, path: string): Promise<Buffer | null> {
  return readPlainFile(root, path, (reason) => refused(path, reason));
}

function refuseOtherPaths(changes: readonly { readonly path: string }[]): void {
  for (const [index, { path }] of changes.entries()) {
    if (parseRecordPath(path) === null) throw refused(path, "not <scope>/<anchor>/<id>.md");
    if (changes.findIndex((other) => other.path === path) < index)
      throw refused(path, "named twice in one write");
  }
}

function unavailable(path: string) {
  return (reason: string, cause?: unknown) => new AssayError("records_unavailable", { path, reason }, cause);
}

function refused(path: string, reason: string): AssayError {
  return new AssayError("record_path_refused", { path, reason });
}
