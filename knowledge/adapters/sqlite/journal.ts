import { rmSync } from "node:fs";
import { AssayError } from "../../errors.ts";
import { type KnownRun, type RecordNews, recordNews } from "../../ledger/record-events.ts";
import type { Confirmations, Journal, RecordEvent } from "../../ports/journal.ts";
import type { FeedPage, Ledger, StoredEvent } from "../../ports/ledger.ts";
import { plainJournal } from "../memory/journal.ts";
import type { SqliteLayout } from "./open-sqlite.ts";
import { corrupt } from "./sqlite-error.ts";
import { type SqliteConnection, type SqliteFile, sqliteFile } from "./sqlite-file.ts";

/** "ASSJ". Add a migration that empties the tables when `recordNews` comes to read events otherwise. */
const LAYOUT = {
  applicationId: 0x4153534a,
  migrations: [
    `CREATE TABLE feed (position TEXT NOT NULL) STRICT;
     INSERT INTO feed VALUES ('');
     CREATE TABLE stream (stream TEXT PRIMARY KEY, seq INTEGER NOT NULL) STRICT, WITHOUT ROWID;
     CREATE TABLE run (run TEXT PRIMARY KEY, at TEXT NOT NULL) STRICT, WITHOUT ROWID;
     CREATE TABLE confirmation (
       record TEXT NOT NULL,
       run TEXT NOT NULL,
       at TEXT NOT NULL,
       PRIMARY KEY (record, run)
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE event (
       number INTEGER PRIMARY KEY,
       record TEXT NOT NULL,
       run TEXT,
       at TEXT NOT NULL,
       data TEXT NOT NULL
     ) STRICT;
     CREATE INDEX event_of_record ON event (record, at, number);
     CREATE INDEX event_of_run ON event (run, record);`,
  ],
  pragmas: "PRAGMA synchronous = OFF",
  corrupt: "journal_corrupt",
  unavailable: "journal_unavailable",
} as const satisfies SqliteLayout;

/** Events that are read at a time. */
const PAGE = 500;
/** Milliseconds that a call waits for another process's write. */
const BUSY_TIMEOUT_MS = 2_000;

const COUNT = "SELECT count(*) AS count, max(at) AS last FROM confirmation WHERE record = ?";
const EVENTS = "SELECT data FROM event WHERE record = ? ORDER BY at, number";

/**
 * The journal in a SQLite file, brought up to date at each call from where it stopped. A damaged file is filled
 * anew, and where none can be kept the ledger is read whole. Errors: those of the ledger.
 */
export function sqliteJournal(path: string, ledger: Pick<Ledger, "since">): Journal {
  /** Answers from the file, or by `instead`. */
  async function ask<T>(
    query: (db: SqliteConnection) => T,
    empty: T,
    instead: (plain: Journal) => Promise<T>,
  ): Promise<T> {
    for (const isLastTry of [false, true]) {
      const file = sqliteFile(path, LAYOUT, BUSY_TIMEOUT_MS);
      try {
        await catchUp(file, ledger);
        return file.read(query) ?? empty;
      } catch (error) {
        if (!isOfTheIndex(error)) throw error;
        if (isLastTry || error.code !== LAYOUT.corrupt) break;
      } finally {
        file.close();
      }
      discard(path);
    }
    return instead(plainJournal(ledger));
  }

  return {
    confirmations: (records) =>
      ask<ReadonlyMap<string, Confirmations>>(
        (db) => {
          const found = new Map<string, Confirmations>();
          for (const record of new Set(records)) {
            const row = db.statement(COUNT).get(record) as { count: number; last: string | null };
            if (row.last !== null) found.set(record, { count: row.count, last: row.last });
          }
          return found;
        },
        new Map(),
        (plain) => plain.confirmations(records),
      ),

    of: (record) =>
      ask<readonly RecordEvent[]>(
        (db) =>
          db
            .statement(EVENTS)
            .all(record)
            .map(({ data }) => parsed(String(data), path)),
        [],
        (plain) => plain.of(record),
      ),
  };
}

/** Reads on to the end of the feed. One that begins anew may be another ledger, or an older state of it. */
async function catchUp(file: SqliteFile, ledger: Pick<Ledger, "since">): Promise<void> {
  for (;;) {
    const position = file.read(positionOf) ?? "";
    const page = await ledger.since(position, PAGE);
    // A feed may repeat, so that events alone do not tell that there is more.
    if (page.next === position) return;
    const isAnew = position !== "" && (await beginsAnew(page, ledger));
    file.write((db) =>
      db.transaction(() => {
        // Another process may have read on in the meantime.
        if (positionOf(db) !== position) return;
        // Whether the page is the begin of another ledger or only came again, read from the start it is right.
        if (isAnew) for (const table of TABLES) db.exec(`DELETE FROM ${table}`);
        else for (const event of page.events) keep(db, event);
        db.statement("UPDATE feed SET position = ?").run(isAnew ? "" : page.next);
      }),
    );
  }
}

const TABLES = ["stream", "run", "confirmation", "event"] as const;

/**
 * Whether a page after a position holds the first event of all: the ledger did not know the position, or that event came
 * late, or again.
 */
async function beginsAnew({ events, next }: FeedPage, ledger: Pick<Ledger, "since">): Promise<boolean> {
  if (next === "") return true;
  const [first] = events;
  if (first === undefined) return false;
  const [start] = (await ledger.since("", 1)).events;
  return start !== undefined && start.stream === first.stream && start.seq === first.seq;
}

/** Each event once: a feed may repeat, yet each stream comes in its order. */
function keep(db: SqliteConnection, event: StoredEvent): void {
  const { stream, seq } = event;
  const seen = db.statement("SELECT seq FROM stream WHERE stream = ?").get(stream);
  if (seen !== undefined && Number(seen.seq) >= seq) return;
  const { runTime, confirmed, events }: RecordNews = recordNews(event, (run) => knownRun(db, run));
  db.statement("INSERT OR REPLACE INTO stream VALUES (?, ?)").run(stream, seq);
  if (runTime !== null) db.statement("INSERT OR REPLACE INTO run VALUES (?, ?)").run(runTime.run, runTime.at);
  for (const record of confirmed?.records ?? [])
    db.statement("INSERT OR IGNORE INTO confirmation VALUES (?, ?, ?)").run(
      record,
      confirmed!.run,
      confirmed!.at,
    );
  for (const { record, event: told } of events)
    db.statement("INSERT INTO event (record, run, at, data) VALUES (?, ?, ?, ?)").run(
      ...[record, told.run, told.at, JSON.stringify(told)],
    );
}

function knownRun(db: SqliteConnection, run: string): KnownRun {
  const time = db.statement("SELECT at FROM run WHERE run = ?").get(run);
  const records = db.statement("SELECT DISTINCT record FROM event WHERE run = ? ORDER BY record").all(run);
  return {
    at: time === undefined ? null : String(time.at),
    records: records.map(({ record }) => String(record)),
  };
}

function positionOf(db: SqliteConnection): string {
  return String(db.statement("SELECT position FROM feed").get()?.position ?? "");
}

function parsed(text: string, path: string): RecordEvent {
  try {
    return JSON.parse(text) as RecordEvent;
  } catch {
    throw corrupt(path, LAYOUT, "an event is not what was written");
  }
}

/** An error of this file, and not of the ledger. */
function isOfTheIndex(error: unknown): error is AssayError {
  return (
    error instanceof AssayError &&
    (error.code === LAYOUT.corrupt || error.code === LAYOUT.unavailable || error.code === "store_newer")
  );
}

function discard(path: string): void {
  for (const name of [path, `${path}-wal`, `${path}-shm`]) rmSync(name, { recursive: true, force: true });
}
