import { readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { crc32 } from "node:zlib";
import type { KnownFolder } from "../files/known-folder.ts";
import { type IndexPart, type PackedPart, type Places, packPart, type SharedColumns } from "./index-part.ts";
import { inTransaction } from "./open-sqlite.ts";

/** "ASSI", and the version of the tables and of what is packed into them: another one is made anew. */
const APPLICATION_ID = 0x41535349;
const VERSION = 2;

/** Rows that the folders are dealt out to by their path, so that one changed folder rewrites a sixteenth of all. */
const PARTS = 16;

/** Milliseconds that reading waits for a writer, which holds the file for a few of them. */
const READ_WAIT_MS = 250;

const TABLES = `PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
  CREATE TABLE head (checksums TEXT NOT NULL, folder_times INTEGER NOT NULL) STRICT;
  CREATE TABLE part (
    number INTEGER PRIMARY KEY,
    stamps BLOB NOT NULL,
    places BLOB NOT NULL,
    claims BLOB NOT NULL,
    numbers BLOB NOT NULL,
    shared BLOB NOT NULL
  ) STRICT;
  PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}`;

/** An index as it was read; `checksums` names this very state of it. */
export interface StoredIndex {
  readonly parts: readonly IndexPart[];
  readonly checksums: string;
  readonly folderTimes: boolean;
}

export type LoadedIndex =
  | { readonly kind: "index"; readonly index: StoredIndex }
  /** There is none that could be used. */
  | { readonly kind: "none" }
  /** Another process holds it. */
  | { readonly kind: "busy" };

/** The index in a file. Whatever is not whole, ours and of this version is none. */
export function loadIndex(path: string): LoadedIndex {
  if (statSync(path, { throwIfNoEntry: false }) === undefined) return { kind: "none" };
  try {
    return read(path);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return { kind: isBusy(error) ? "busy" : "none" };
  }
}

function read(path: string): LoadedIndex {
  const db = new DatabaseSync(path, { readOnly: true, timeout: READ_WAIT_MS });
  try {
    const { owner, version } = db
      .prepare(
        "SELECT application_id AS owner, user_version AS version FROM pragma_application_id, pragma_user_version",
      )
      .get() as { owner: number; version: number };
    if (owner !== APPLICATION_ID || version !== VERSION) return { kind: "none" };
    // One statement sees one state of the file.
    const rows = db
      .prepare(
        `SELECT checksums, folder_times AS folderTimes, stamps, places, claims, numbers, shared
         FROM head, part ORDER BY number`,
      )
      .all() as unknown as (PartRow & { checksums: string; folderTimes: number })[];
    const [first] = rows;
    if (rows.length !== PARTS || first === undefined) return { kind: "none" };
    const { checksums, folderTimes } = first;
    if (rows.map(checksumOf).join(" ") !== checksums) return { kind: "none" };
    const parts = rows.map(decode);
    // Made while the root went away: nothing in it would ever be stale.
    if (!parts[partOf("")]?.places.folders.includes("")) return { kind: "none" };
    return { kind: "index", index: { parts, checksums, folderTimes: folderTimes === 1 } };
  } finally {
    db.close();
  }
}

/** Keeps an index in place of whatever is there: made aside, so that no reader sees half of it. */
export function replaceIndex(
  path: string,
  folders: ReadonlyMap<string, KnownFolder>,
  folderTimes: boolean,
): void {
  const aside = `${path}.${process.pid}`;
  removeAside(path);
  const db = new DatabaseSync(aside);
  try {
    db.exec(TABLES);
    const rows = dealt(folders).map((part) => encode(packPart(part)));
    inTransaction(db, () => {
      const insert = db.prepare(
        "INSERT INTO part (number, stamps, places, claims, numbers, shared) VALUES (?, ?, ?, ?, ?, ?)",
      );
      for (const [number, row] of rows.entries()) insert.run(number, ...blobsOf(row));
      db.prepare("INSERT INTO head VALUES (?, ?)").run(rows.map(checksumOf).join(" "), folderTimes ? 1 : 0);
    });
  } finally {
    db.close();
  }
  // What a killed writer left would be played into the new file.
  for (const left of ["-journal", "-wal", "-shm"]) rmSync(`${path}${left}`, { force: true });
  renameSync(aside, path);
}

/** Writes the parts with touched folders, unless another process has changed the file since `index` was read. */
export function updateIndex(
  path: string,
  index: StoredIndex,
  folders: ReadonlyMap<string, KnownFolder>,
  touched: ReadonlySet<string>,
): void {
  const parts = dealt(folders);
  const changed = new Set([...touched].map(partOf));
  const rows = [...changed].map((number) => ({ number, ...encode(packPart(parts[number]!)) }));
  const checksums = index.checksums.split(" ");
  for (const row of rows) checksums[row.number] = checksumOf(row);
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec("PRAGMA synchronous = OFF");
    inTransaction(db, () => {
      const now = db.prepare("SELECT checksums FROM head").get();
      if (now?.checksums !== index.checksums) return;
      const update = db.prepare(
        "UPDATE part SET stamps = ?, places = ?, claims = ?, numbers = ?, shared = ? WHERE number = ?",
      );
      for (const row of rows) update.run(...blobsOf(row), row.number);
      db.prepare("UPDATE head SET checksums = ?").run(checksums.join(" "));
    });
  } finally {
    db.close();
  }
}

/** An error of SQLite or of the file system, which says something of the disk and nothing of the program. */
export function isDiskError(error: unknown): boolean {
  return isSqliteError(error) || (error instanceof Error && "syscall" in error);
}

function isSqliteError(error: unknown): error is Error & { readonly errcode: number } {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR" && "errcode" in error;
}

/** SQLITE_BUSY and SQLITE_LOCKED. */
function isBusy({ errcode }: { readonly errcode: number }): boolean {
  return [5, 6].includes(errcode & 0xff);
}

interface PartRow {
  readonly stamps: Uint8Array;
  /** JSON. */
  readonly places: Uint8Array;
  readonly claims: Uint8Array;
  readonly numbers: Uint8Array;
  /** JSON. */
  readonly shared: Uint8Array;
}

function encode({ stamps, places, columns }: PackedPart): PartRow {
  const { claims, numbers, ...shared } = columns;
  return {
    stamps: new Uint8Array(stamps.buffer),
    places: Buffer.from(JSON.stringify(places)),
    claims,
    numbers: new Uint8Array(numbers.buffer),
    shared: Buffer.from(JSON.stringify(shared)),
  };
}

function decode({ stamps, places, claims, numbers, shared }: PartRow): IndexPart {
  return {
    // Copies: numbers must begin at a multiple of their size.
    stamps: new Float64Array(stamps.slice().buffer),
    places: parsed<Places>(places),
    columns: () => ({
      claims: bufferOf(claims),
      numbers: new Int32Array(numbers.slice().buffer),
      ...parsed<SharedColumns>(shared),
    }),
  };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function parsed<Value>(bytes: Uint8Array): Value {
  return JSON.parse(bufferOf(bytes).toString("utf8")) as Value;
}

/** In the order of the table's columns. */
function blobsOf({ stamps, places, claims, numbers, shared }: PartRow): Uint8Array[] {
  return [stamps, places, claims, numbers, shared];
}

function checksumOf(row: PartRow): string {
  return blobsOf(row)
    .reduce((sum, bytes) => crc32(bytes, sum), 0)
    .toString(16);
}

function dealt(folders: ReadonlyMap<string, KnownFolder>): KnownFolder[][] {
  const parts: KnownFolder[][] = Array.from({ length: PARTS }, () => []);
  for (const folder of folders.values()) parts[partOf(folder.path)]?.push(folder);
  return parts;
}

function partOf(folder: string): number {
  return crc32(folder) % PARTS;
}

/** Removes what killed processes began; a living one then keeps no index this time. */
function removeAside(path: string): void {
  for (const name of readdirSync(dirname(path)))
    if (name.startsWith(`${basename(path)}.`)) rmSync(join(dirname(path), name), { force: true });
}
