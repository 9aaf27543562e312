import { decodeEvents, encodeEvents, streamKind } from "../../ledger/batch.ts";
import { encodeState } from "../../ledger/snapshot-text.ts";
import type { LedgerEvent, Snapshot, Summary } from "../../ports/ledger.ts";
import type { LedgerSync, SetAside, SharedBatch, Tail, TakenStream } from "../../ports/ledger-sync.ts";
import {
  BATCH,
  type BatchRow,
  checksum,
  checksumOf,
  headOf,
  isSharing,
  LEDGER_LAYOUT as LAYOUT,
  LEDGER_BUSY_MS,
} from "./ledger-layout.ts";
import { corrupt } from "./sqlite-error.ts";
import { type SqliteConnection, sqliteFile } from "./sqlite-file.ts";

const STANDING = "SELECT head, looked_at AS lookedAt FROM sync";
const SHARED = "SELECT stream, seq FROM shared";
const SHARED_OF = "SELECT coalesce((SELECT seq FROM shared WHERE stream = ?), 0) AS seq";
/** Goes over the index of streams alone. */
const UNPUSHED = `SELECT heads.stream, coalesce(shared.seq, 0) AS shared, heads.last
  FROM (SELECT stream, max(last) AS last FROM batch GROUP BY stream) AS heads
  LEFT JOIN shared ON shared.stream = heads.stream
  WHERE heads.last > coalesce(shared.seq, 0) ORDER BY heads.stream`;
const TAIL = `${BATCH} WHERE stream = ? AND last > ? ORDER BY last`;

const TAKE_OUT = "DELETE FROM batch WHERE stream = ? AND last > ?";
const ADD = "INSERT INTO batch (stream, first, last, at, body, checksum) VALUES (?, ?, ?, ?, ?, ?)";
const SET_SHARED = `INSERT INTO shared (stream, seq, replaced) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET seq = excluded.seq, replaced = replaced + excluded.replaced`;
const SET_HEAD = "UPDATE sync SET head = ?, looked_at = ?, epoch = epoch + ?";
const SET_ASIDE = `INSERT INTO set_aside (stream, first, at, aside_at, body, why, checksum)
  VALUES (?, ?, ?, ?, ?, ?, ?)`;
const DROP_SUMMARY = "DELETE FROM summary WHERE kind = ? AND stream = ?";
const PUT_SUMMARY = "INSERT INTO summary (kind, stream, seq, v, data, checksum) VALUES (?, ?, ?, ?, ?, ?)";
const DROP_SNAPSHOTS = "DELETE FROM snapshot WHERE stream = ? AND seq > ?";
const PUT_SNAPSHOT = `INSERT INTO snapshot (stream, v, seq, state, checksum) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET seq = excluded.seq, state = excluded.state, checksum = excluded.checksum`;

/** The shared part of the ledger in the SQLite file of `sqliteLedger`; other processes may append meanwhile. */
export function sqliteLedgerSync(path: string, busyTimeoutMs = LEDGER_BUSY_MS): LedgerSync {
  const file = sqliteFile(path, LAYOUT, busyTimeoutMs);

  function stored({ checksum: sum, position, ...batch }: BatchRow): SharedBatch {
    if (sum !== checksumOf(batch))
      throw corrupt(path, LAYOUT, `the batch at position ${position} is not what was written`);
    const { stream, first, last, at } = batch;
    return { stream, first, last, at, events: decodeEvents(batch).map(eventOf) };
  }

  function tailOf(db: SqliteConnection, stream: string): Tail {
    const shared = sharedOf(db, stream);
    const rows = db.statement(TAIL).all(stream, shared) as unknown as BatchRow[];
    return { stream, shared, batches: rows.map(stored) };
  }

  return {
    async standing() {
      return file.read(standingOf) ?? { head: null, lookedAt: null };
    },

    async shared() {
      const rows = file.read((db) => db.statement(SHARED).all()) ?? [];
      return new Map(rows.map(({ stream, seq }) => [String(stream), Number(seq)]));
    },

    async unpushed() {
      const rows = file.read((db) => db.statement(UNPUSHED).all()) ?? [];
      return rows.map(({ stream, shared, last }) => ({
        stream: String(stream),
        shared: Number(shared),
        last: Number(last),
      }));
    },

    async tails(streams) {
      const none = { head: null, tails: streams.map((stream) => ({ stream, shared: 0, batches: [] })) };
      const read = file.read((db) =>
        inOneReading(db, () => ({
          head: standingOf(db).head,
          tails: streams.map((stream) => tailOf(db, stream)),
        })),
      );
      return read ?? none;
    },

    async integrate({ from, to, at, streams }) {
      return file.write((db) =>
        db.transaction(() => {
          if (standingOf(db).head !== from || !streams.every((one) => isAsRead(db, one))) return "moved";
          const isReplaced = streams.map((one) => take(db, one));
          db.statement(SET_HEAD).run(to, at, isReplaced.includes(true) ? 1 : 0);
          return "done";
        }),
      );
    },

    async confirm({ from, to, at, streams }) {
      return file.write((db) =>
        db.transaction(() => {
          if (standingOf(db).head !== from) return "moved";
          for (const { stream, shared } of streams) db.statement(SET_SHARED).run(stream, shared, 0);
          db.statement(SET_HEAD).run(to, at, 0);
          return "done";
        }),
      );
    },

    async looked(head, at) {
      file.write((db) => db.statement("UPDATE sync SET looked_at = ? WHERE head = ?").run(at, head));
    },

    async setAside() {
      const rows =
        file.read(
          (db) => db.statement("SELECT * FROM set_aside ORDER BY number").all() as unknown as AsideRow[],
        ) ?? [];
      return rows.map((row) => {
        if (row.checksum !== asideChecksum(row))
          throw corrupt(path, LAYOUT, `what was set aside as number ${row.number} is not what was written`);
        const { stream, first, at, aside_at: asideAt, body, why } = row;
        return { stream, first, at, asideAt, events: JSON.parse(body) as LedgerEvent[], why };
      });
    },
  };
}

interface AsideRow {
  readonly number: number;
  readonly stream: string;
  readonly first: number;
  readonly at: number;
  readonly aside_at: number;
  readonly body: string;
  readonly why: string;
  readonly checksum: number;
}

function asideChecksum({ stream, first, at, aside_at, body, why }: Omit<AsideRow, "number" | "checksum">) {
  return checksum(stream, first, at, aside_at, body, why);
}

/** What is read is of one moment, whatever other processes append. */
function inOneReading<T>(db: SqliteConnection, query: () => T): T {
  db.exec("BEGIN");
  try {
    return query();
  } finally {
    db.exec("COMMIT");
  }
}

function standingOf(db: SqliteConnection): {
  readonly head: string | null;
  readonly lookedAt: number | null;
} {
  if (!isSharing(db)) return { head: null, lookedAt: null };
  return db.statement(STANDING).get() as { head: string | null; lookedAt: number | null };
}

function sharedOf(db: SqliteConnection, stream: string): number {
  return Number(db.statement(SHARED_OF).get(stream)?.seq);
}

function isAsRead(db: SqliteConnection, { stream, was }: TakenStream): boolean {
  return sharedOf(db, stream) === was.shared && headOf(db, stream) === was.last;
}

/** Whether batches were taken out of the stream. */
function take(db: SqliteConnection, taken: TakenStream): boolean {
  const { stream, keptTo, added, shared, setAside, summary, snapshot } = taken;
  const isReplaced = Number(db.statement(TAKE_OUT).run(stream, keptTo).changes) > 0;
  for (const batch of added) addBatch(db, batch);
  for (const one of setAside) addAside(db, one);
  db.statement(SET_SHARED).run(stream, shared, isReplaced ? 1 : 0);
  db.statement(DROP_SNAPSHOTS).run(stream, keptTo);
  putReadOuts(db, stream, summary, snapshot);
  return isReplaced;
}

function addBatch(db: SqliteConnection, { stream, first, last, at, events }: SharedBatch): void {
  const body = encodeEvents(stream, events);
  db.statement(ADD).run(stream, first, last, at, body, checksumOf({ stream, first, last, at, body }));
}

function addAside(db: SqliteConnection, { stream, first, at, asideAt, events, why }: SetAside): void {
  const body = JSON.stringify(events);
  const sum = asideChecksum({ stream, first, at, aside_at: asideAt, body, why });
  db.statement(SET_ASIDE).run(stream, first, at, asideAt, body, why, sum);
}

function putReadOuts(
  db: SqliteConnection,
  stream: string,
  summary: Summary | null,
  snapshot: Snapshot | null,
): void {
  if (summary !== null) {
    const text = JSON.stringify(summary.data);
    const { seq, v } = summary;
    db.statement(DROP_SUMMARY).run(streamKind(stream), stream);
    db.statement(PUT_SUMMARY).run(streamKind(stream), stream, seq, v, text, checksum(stream, seq, v, text));
  }
  if (snapshot !== null) {
    const text = encodeState(snapshot.state);
    const { seq, v } = snapshot;
    db.statement(PUT_SNAPSHOT).run(stream, v, seq, text, checksum(stream, seq, v, text));
  }
}

function eventOf({ type, v, data }: LedgerEvent): LedgerEvent {
  return { type, v, data };
}
