import { crc32 } from "node:zlib";
import type { Batch } from "../../ledger/batch.ts";
import type { SqliteLayout } from "./open-sqlite.ts";
import type { SqliteConnection } from "./sqlite-file.ts";

/** "ASSL". The tables, and why there is one row a batch: decisions/0005-ledger.md; what is shared: 0036. */
export const LEDGER_LAYOUT = {
  applicationId: 0x4153534c,
  migrations: [
    `CREATE TABLE batch (
       position INTEGER PRIMARY KEY,
       stream TEXT NOT NULL,
       first INTEGER NOT NULL,
       last INTEGER NOT NULL CHECK (last >= first),
       at INTEGER NOT NULL,
       body TEXT NOT NULL,
       checksum INTEGER NOT NULL
     ) STRICT;
     CREATE UNIQUE INDEX batch_of_stream ON batch (stream, last);
     CREATE TABLE summary (
       kind TEXT NOT NULL,
       stream TEXT NOT NULL,
       seq INTEGER NOT NULL,
       v INTEGER NOT NULL,
       data TEXT NOT NULL,
       checksum INTEGER NOT NULL,
       PRIMARY KEY (kind, stream)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE snapshot (
       stream TEXT NOT NULL,
       v INTEGER NOT NULL,
       seq INTEGER NOT NULL,
       state TEXT NOT NULL,
       checksum INTEGER NOT NULL,
       PRIMARY KEY (stream, v)
     ) STRICT;`,
    `CREATE TABLE sync (
       one INTEGER PRIMARY KEY CHECK (one = 1),
       head TEXT,
       looked_at INTEGER,
       epoch INTEGER NOT NULL
     ) STRICT;
     INSERT INTO sync VALUES (1, NULL, NULL, 0);
     CREATE TABLE shared (
       stream TEXT PRIMARY KEY,
       seq INTEGER NOT NULL,
       replaced INTEGER NOT NULL
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE set_aside (
       number INTEGER PRIMARY KEY,
       stream TEXT NOT NULL,
       first INTEGER NOT NULL,
       at INTEGER NOT NULL,
       aside_at INTEGER NOT NULL,
       body TEXT NOT NULL,
       why TEXT NOT NULL,
       checksum INTEGER NOT NULL
     ) STRICT;`,
  ],
  // fullfsync: on macOS a plain fsync stops at the drive's cache.
  pragmas: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA cell_size_check = ON",
  corrupt: "ledger_corrupt",
  unavailable: "ledger_unavailable",
} as const satisfies SqliteLayout;

/** Milliseconds that a call waits for another process's write. */
export const LEDGER_BUSY_MS = 10_000;

export const BATCH = "SELECT position, stream, first, last, at, body, checksum FROM batch";

export interface BatchRow extends Batch {
  readonly position: number;
  readonly checksum: number;
}

const HEAD = "SELECT coalesce(max(last), 0) AS seq FROM batch WHERE stream = ?";

/** Sequence of the last event of a stream. */
export function headOf(db: SqliteConnection, stream: string): number {
  return Number(db.statement(HEAD).get(stream)?.seq);
}

const REPLACED = "SELECT coalesce((SELECT replaced FROM shared WHERE stream = ?), 0) AS times";

/** Whether the file knows of sharing; one of before that nobody can write to does not. */
export function isSharing(db: SqliteConnection): boolean {
  const known = sharing.get(db) ?? Number(db.statement(VERSION).get()?.version) > 1;
  sharing.set(db, known);
  return known;
}

const VERSION = "SELECT user_version AS version FROM pragma_user_version";
const sharing = new WeakMap<SqliteConnection, boolean>();

/** Times that the tail of a stream was replaced. */
export function replacedOf(db: SqliteConnection, stream: string): number {
  if (!isSharing(db)) return 0;
  return Number(db.statement(REPLACED).get(stream)?.times);
}

export function checksumOf({ stream, first, last, at, body }: Batch): number {
  return checksum(stream, first, last, at, body);
}

/** CRC-32 over everything that a row says, a line a column; the last one, which is long, as text or as its bytes. */
export function checksum(...columns: readonly (string | number | Uint8Array)[]): number {
  const last = columns.at(-1) ?? "";
  const first = crc32(
    columns
      .slice(0, -1)
      .map((column) => `${column}\n`)
      .join(""),
  );
  return crc32(typeof last === "number" ? String(last) : last, first);
}
