import { crc32 } from "node:zlib";
import type { AssayError } from "../../errors.ts";
import { type Batch, decodeEvents, encodeEvents, streamKind } from "../../ledger/batch.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ledger, StoredEvent, Summary } from "../../ports/ledger.ts";
import type { SqliteLayout } from "./open-sqlite.ts";
import { corrupt } from "./sqlite-error.ts";
import { type SqliteConnection, sqliteFile } from "./sqlite-file.ts";

/** "ASSL". The tables, and why there is one row a batch: decisions/0005-ledger.md. */
const LAYOUT = {
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
  ],
  // fullfsync: on macOS a plain fsync stops at the drive's cache.
  pragmas: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA cell_size_check = ON",
  corrupt: "ledger_corrupt",
  unavailable: "ledger_unavailable",
} as const satisfies SqliteLayout;

/** One statement, so one transaction of its own: the check, the row and the sync stand or fall together. */
const APPEND = `INSERT INTO batch (stream, first, last, at, body, checksum)
  SELECT ?, ?, ?, ?, ?, ? WHERE coalesce((SELECT max(last) FROM batch WHERE stream = ?), 0) = ?`;
const HEAD = "SELECT coalesce(max(last), 0) AS seq FROM batch WHERE stream = ?";
const BATCH = "SELECT position, stream, first, last, at, body, checksum FROM batch";
const PAGE = `${BATCH} WHERE stream = ? AND last > ? ORDER BY last LIMIT 32`;
const FEED = `${BATCH} WHERE position > ? ORDER BY position`;
/** Jumps from name to name in the index, however many batches a stream has. */
const STREAMS = `WITH RECURSIVE found (stream) AS (
    SELECT min(stream) FROM batch WHERE stream >= ?
    UNION ALL
    SELECT (SELECT min(stream) FROM batch WHERE stream > found.stream) FROM found WHERE found.stream IS NOT NULL
  ) SELECT stream FROM found WHERE stream IS NOT NULL`;

const SUMMARIES = "SELECT stream, seq, v, data, checksum FROM summary WHERE kind = ? ORDER BY stream";
const PUT_SUMMARY = `INSERT INTO summary (kind, stream, seq, v, data, checksum) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET seq = excluded.seq, v = excluded.v, data = excluded.data, checksum = excluded.checksum
  WHERE (excluded.seq, excluded.v) >= (seq, v)`;
const SNAPSHOT = "SELECT seq, state, checksum FROM snapshot WHERE stream = ? AND v = ?";
const PUT_SNAPSHOT = `INSERT INTO snapshot (stream, v, seq, state, checksum) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET seq = excluded.seq, state = excluded.state, checksum = excluded.checksum
  WHERE excluded.seq >= seq`;

interface BatchRow extends Batch {
  readonly position: number;
  readonly checksum: number;
}

interface SummaryRow {
  readonly stream: string;
  readonly seq: number;
  readonly v: number;
  readonly data: string;
  readonly checksum: number;
}

interface SnapshotRow {
  readonly seq: number;
  readonly state: string;
  readonly checksum: number;
}

/** Milliseconds that a call waits for another process's write. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * The ledger in one SQLite file, shared by any number of processes of one machine. An append has reached
 * the disk when it returns; every batch carries a checksum, so that damage is reported and never read.
 * `clock` gives the time of a batch; the file is made by the first write.
 */
export function sqliteLedger(path: string, clock: Clock, busyTimeoutMs = BUSY_TIMEOUT_MS): Ledger {
  const file = sqliteFile(path, LAYOUT, busyTimeoutMs);

  /** Summaries and snapshots can be made again: they wait for the next append's sync. */
  function writeUnsynced(change: (db: SqliteConnection) => void): void {
    file.write((db) => {
      db.exec("PRAGMA synchronous = NORMAL");
      try {
        change(db);
      } finally {
        db.exec("PRAGMA synchronous = FULL");
      }
    });
  }

  function damaged(what: string): AssayError {
    return corrupt(path, LAYOUT, `${what} is not what was written`);
  }

  function decoded(row: BatchRow, after?: number): StoredEvent[] {
    if (row.checksum !== checksumOf(row)) throw damaged(`the batch at position ${row.position}`);
    return decodeEvents(row, after);
  }

  return {
    async append(stream, expectedSeq, events) {
      const body = encodeEvents(stream, events);
      if (events.length === 0) {
        const seq = file.read((db) => headOf(db, stream)) ?? 0;
        return { kind: seq === expectedSeq ? "appended" : "conflict", seq };
      }
      const batch = {
        stream,
        first: expectedSeq + 1,
        last: expectedSeq + events.length,
        at: clock.now(),
        body,
      };
      return file.write((db) => {
        const { changes } = db
          .statement(APPEND)
          .run(stream, batch.first, batch.last, batch.at, body, checksumOf(batch), stream, expectedSeq);
        if (Number(changes) === 1) return { kind: "appended", seq: batch.last };
        return { kind: "conflict", seq: headOf(db, stream) };
      });
    },

    async *read(stream, after = 0) {
      let seen = after;
      for (;;) {
        // Page by page: a reader that takes its time must not hold up the checkpoints of the writers.
        const page = file.read((db) => db.statement(PAGE).all(stream, seen) as unknown as BatchRow[]) ?? [];
        for (const row of page) {
          if (row.first > seen + 1)
            throw corrupt(path, LAYOUT, `events ${seen + 1} to ${row.first - 1} of ${stream} are gone`);
          yield* decoded(row, seen);
          seen = row.last;
        }
        if (page.length === 0) return;
      }
    },

    async streams(prefix) {
      const names = file.read((db) => {
        const found: string[] = [];
        for (const row of db.statement(STREAMS).iterate(prefix)) {
          const stream = String(row.stream);
          if (!stream.startsWith(prefix)) break;
          found.push(stream);
        }
        return found;
      });
      return (names ?? []).sort();
    },

    async since(position, limit) {
      const page = file.read((db) => {
        const start = isOfThisFile(db, position) ? position : "";
        const events: StoredEvent[] = [];
        let next = start;
        for (const row of db.statement(FEED).iterate(Number(start.split(".", 1)[0]))) {
          const batch = row as unknown as BatchRow;
          events.push(...decoded(batch));
          next = `${batch.position}.${batch.checksum}`;
          if (events.length >= limit) break;
        }
        return { events, next };
      });
      return page ?? { events: [], next: "" };
    },

    async summaries(kind) {
      const rows = file.read((db) => db.statement(SUMMARIES).all(kind) as unknown as SummaryRow[]) ?? [];
      return rows.map((row) => {
        const { stream, seq, v, data } = row;
        if (row.checksum !== checksum(stream, seq, v, data)) throw damaged(`the summary of ${stream}`);
        return { stream, seq, v, data: JSON.parse(data) as Summary["data"] };
      });
    },

    async putSummary({ stream, seq, v, data }) {
      const text = JSON.stringify(data);
      const row = [streamKind(stream), stream, seq, v, text, checksum(stream, seq, v, text)];
      writeUnsynced((db) => db.statement(PUT_SUMMARY).run(...row));
    },

    async snapshot(stream, v) {
      const row = file.read(
        (db) => db.statement(SNAPSHOT).get(stream, v) as unknown as SnapshotRow | undefined,
      );
      // A damaged snapshot is none: the events behind it are still there.
      if (!row || row.checksum !== checksum(stream, row.seq, v, row.state)) return null;
      return { stream, v, seq: row.seq, state: JSON.parse(row.state) };
    },

    async putSnapshot({ stream, seq, v, state }) {
      const text = JSON.stringify(state);
      const row = [stream, v, seq, text, checksum(stream, seq, v, text)];
      writeUnsynced((db) => db.statement(PUT_SNAPSHOT).run(...row));
    },

    async close() {
      file.close();
    },
  };
}

function headOf(db: SqliteConnection, stream: string): number {
  return Number(db.statement(HEAD).get(stream)?.seq);
}

function checksumOf({ stream, first, last, at, body }: Batch): number {
  return checksum(stream, first, last, at, body);
}

/** CRC-32 over everything that a row says. */
function checksum(...columns: readonly (string | number)[]): number {
  return crc32(columns.join("\n"));
}

/** A position names a batch by number and checksum; in a restored or replaced file it names another or none. */
function isOfThisFile(db: SqliteConnection, position: string): boolean {
  const [, number, checksum] = /^(\d{1,15})\.(\d{1,10})$/.exec(position) ?? [];
  if (number === undefined) return false;
  const row = db.statement("SELECT checksum FROM batch WHERE position = ?").get(Number(number));
  return row !== undefined && row.checksum === Number(checksum);
}
