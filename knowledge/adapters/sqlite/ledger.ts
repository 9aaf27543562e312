import { AssayError } from "../../errors.ts";
import { decodeEvents, encodeEvents, streamKind } from "../../ledger/batch.ts";
import { decodeState, encodeState } from "../../ledger/snapshot-text.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ledger, StoredEvent, Summary } from "../../ports/ledger.ts";
import {
  BATCH,
  type BatchRow,
  checksum,
  checksumOf,
  headOf,
  isSharing,
  LEDGER_LAYOUT as LAYOUT,
  LEDGER_BUSY_MS,
  replacedOf,
} from "./ledger-layout.ts";
import { corrupt } from "./sqlite-error.ts";
import { type SqliteConnection, sqliteFile } from "./sqlite-file.ts";

/** One statement, so one transaction of its own: the check, the row and the sync stand or fall together. */
const APPEND = `INSERT INTO batch (stream, first, last, at, body, checksum)
  SELECT ?, ?, ?, ?, ?, ? WHERE coalesce((SELECT max(last) FROM batch WHERE stream = ?), 0) = ?
  AND coalesce((SELECT replaced FROM shared WHERE stream = ?), 0) = ?`;
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
/** As bytes, of which the sum is taken and the text read: a large one is not turned into text twice. */
const SNAPSHOT =
  "SELECT seq, CAST(state AS BLOB) AS state, checksum FROM snapshot WHERE stream = ? AND v = ?";
const PUT_SNAPSHOT = `INSERT INTO snapshot (stream, v, seq, state, checksum) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET seq = excluded.seq, state = excluded.state, checksum = excluded.checksum
  WHERE excluded.seq >= seq`;

interface SummaryRow {
  readonly stream: string;
  readonly seq: number;
  readonly v: number;
  readonly data: string;
  readonly checksum: number;
}

interface SnapshotRow {
  readonly seq: number;
  readonly state: Uint8Array;
  readonly checksum: number;
}

/**
 * The ledger in one SQLite file, shared by any number of processes of one machine. An append has reached
 * the disk when it returns; every batch carries a checksum, so that damage is reported and never read.
 * `clock` gives the time of a batch; the file is made by the first write.
 */
export function sqliteLedger(path: string, clock: Clock, busyTimeoutMs = LEDGER_BUSY_MS): Ledger {
  const file = sqliteFile(path, LAYOUT, busyTimeoutMs);

  /** Times that the tail of a stream had been replaced when it was read from its start; what was read before is void since. */
  const seen = new Map<string, number>();

  function isReplaced(db: SqliteConnection, stream: string): boolean {
    const before = seen.get(stream);
    return before !== undefined && before !== replacedOf(db, stream);
  }

  function replaced(stream: string): AssayError {
    seen.delete(stream);
    return new AssayError("ledger_replaced", { stream });
  }

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
        const times = seen.get(stream) ?? replacedOf(db, stream);
        const row = [stream, batch.first, batch.last, batch.at, body, checksumOf(batch)];
        const { changes } = db.statement(APPEND).run(...row, stream, expectedSeq, stream, times);
        if (Number(changes) === 1) return { kind: "appended", seq: batch.last };
        if (isReplaced(db, stream)) throw replaced(stream);
        return { kind: "conflict", seq: headOf(db, stream) };
      });
    },

    async *read(stream, after = 0) {
      let given = after;
      if (after === 0) seen.delete(stream);
      let times = seen.get(stream);
      for (;;) {
        // Page by page: a reader that takes its time must not hold up the checkpoints of the writers.
        const page =
          file.read((db) => {
            const now = replacedOf(db, stream);
            times ??= now;
            if (times !== now) throw replaced(stream);
            seen.set(stream, now);
            return db.statement(PAGE).all(stream, given) as unknown as BatchRow[];
          }) ?? [];
        for (const row of page) {
          if (row.first > given + 1)
            throw corrupt(path, LAYOUT, `events ${given + 1} to ${row.first - 1} of ${stream} are gone`);
          yield* decoded(row, given);
          given = row.last;
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
        const epoch = epochOf(db);
        const start = isOfThisFile(db, position, epoch) ? position : "";
        const events: StoredEvent[] = [];
        let next = start;
        for (const row of db.statement(FEED).iterate(Number(start.split(".", 1)[0]))) {
          const batch = row as unknown as BatchRow;
          events.push(...decoded(batch));
          next = positionOf(batch, epoch);
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
      writeUnsynced((db) => {
        if (!isReplaced(db, stream)) db.statement(PUT_SUMMARY).run(...row);
      });
    },

    async snapshot(stream, v) {
      const row = file.read((db) => {
        seen.set(stream, replacedOf(db, stream));
        return db.statement(SNAPSHOT).get(stream, v) as unknown as SnapshotRow | undefined;
      });
      // A damaged snapshot is none: the events behind it are still there.
      if (!row || row.checksum !== checksum(stream, row.seq, v, row.state)) return null;
      return { stream, v, seq: row.seq, state: decodeState(textOf(row.state)) };
    },

    async putSnapshot({ stream, seq, v, state }) {
      const text = encodeState(state);
      const row = [stream, v, seq, text, checksum(stream, seq, v, text)];
      writeUnsynced((db) => {
        if (!isReplaced(db, stream)) db.statement(PUT_SNAPSHOT).run(...row);
      });
    },

    async close() {
      file.close();
    },
  };
}

/** How often rows were taken out: positions of before name others, or none. */
function epochOf(db: SqliteConnection): number {
  return isSharing(db) ? Number(db.statement("SELECT epoch FROM sync").get()?.epoch) : 0;
}

function positionOf({ position, checksum }: BatchRow, epoch: number): string {
  return epoch === 0 ? `${position}.${checksum}` : `${position}.${checksum}.${epoch}`;
}

/** A position names a batch by number and checksum; in a restored or replaced file it names another or none. */
function isOfThisFile(db: SqliteConnection, position: string, epoch: number): boolean {
  const [, number, checksum, of = "0"] = /^(\d{1,15})\.(\d{1,10})(?:\.(\d{1,15}))?$/.exec(position) ?? [];
  if (number === undefined || Number(of) !== epoch) return false;
  const row = db.statement("SELECT checksum FROM batch WHERE position = ?").get(Number(number));
  return row !== undefined && row.checksum === Number(checksum);
}

function textOf({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString();
}
