import {
  HISTORY_ROWS,
  type History,
  type HistoryRow,
  keptRows,
  type PastResult,
  type RunKey,
} from "../../ports/history.ts";
import type { SqliteLayout } from "./open-sqlite.ts";
import { corrupt } from "./sqlite-error.ts";
import { type SqliteConnection, sqliteFile } from "./sqlite-file.ts";

/** "ASSH". The tables, and what was measured: decisions/0006-test-history-is-an-index.md. */
const LAYOUT = {
  applicationId: 0x41535348,
  migrations: [
    // Schema 1 knew no jobs, so nothing in it can be compared with a later run: it is dropped, not carried over.
    "",
    `DROP TABLE IF EXISTS run;
     DROP TABLE IF EXISTS result;
     DROP TABLE IF EXISTS lookup;
     CREATE TABLE run (
       number INTEGER PRIMARY KEY,
       run TEXT NOT NULL UNIQUE,
       job TEXT,
       "commit" TEXT,
       branch TEXT,
       at INTEGER NOT NULL,
       first INTEGER NOT NULL,
       last INTEGER NOT NULL
     ) STRICT;
     CREATE INDEX run_by_rows ON run (last);
     CREATE TABLE result (
       id INTEGER PRIMARY KEY,
       test TEXT NOT NULL,
       outcome INTEGER NOT NULL,
       flaky INTEGER NOT NULL,
       duration_ms REAL,
       fingerprint TEXT
     ) STRICT;
     CREATE TABLE lookup (
       hash INTEGER NOT NULL,
       result INTEGER NOT NULL,
       PRIMARY KEY (hash, result)
     ) STRICT, WITHOUT ROWID;`,
  ],
  pragmas: "PRAGMA page_size = 8192; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384",
  corrupt: "history_corrupt",
  unavailable: "history_unavailable",
} as const satisfies SqliteLayout;

/** Stored as the position in this list: append only. */
const OUTCOMES = [
  "passed",
  "failed",
  "errored",
  "skipped",
] as const satisfies readonly HistoryRow["outcome"][];

/** The rows of a run are neighbours in `result`, so the run need not be named in each of them. */
const PAST = `SELECT result.test, outcome, flaky, duration_ms AS durationMs, fingerprint, run, job, "commit", branch, at
  FROM lookup
  JOIN result ON result.id = lookup.result
  JOIN run ON run.number = (SELECT number FROM run WHERE last >= lookup.result AND first <= lookup.result ORDER BY last LIMIT 1)
  WHERE lookup.hash = ? AND result.test = ?
  ORDER BY at DESC, result.id DESC LIMIT ?`;

/** Milliseconds that a call waits for another process's write. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * The history in one SQLite file. It is written without waiting for the disk: a power cut may cost the
 * file, which can be deleted, while a killed process costs nothing. A commit is one transaction.
 */
export function sqliteHistory(
  path: string,
  rowLimit = HISTORY_ROWS,
  busyTimeoutMs = BUSY_TIMEOUT_MS,
): History {
  const file = sqliteFile(path, LAYOUT, busyTimeoutMs);

  return {
    async write() {
      let rows = emptyRows();
      return {
        add({ test, outcome, flaky, durationMs, fingerprint }) {
          rows.hashes.push(hashOf(test));
          rows.values.push(test, OUTCOMES.indexOf(outcome), flaky ? 1 : 0, durationMs, fingerprint);
          if (rows.values.length < VALUES_PER_STATEMENT) return;
          rows.packed.push(Buffer.from(JSON.stringify(rows.values)));
          rows.values.length = 0;
        },
        async commit(key) {
          const added = rows;
          rows = emptyRows();
          return file.write((db) => db.transaction(() => record(db, key, added, rowLimit)));
        },
        async discard() {
          rows = emptyRows();
        },
      };
    },

    async of(tests, perTest) {
      const results = new Map<string, PastResult[]>();
      file.read((db) => {
        for (const test of new Set(tests)) {
          const past = db.statement(PAST).all(hashOf(test), test, perTest) as unknown as PastRow[];
          if (past.length > 0)
            results.set(
              test,
              past.map((row) => pastResult(row, path)),
            );
        }
      });
      return results;
    },

    async close() {
      file.close();
    },
  };
}

type Value = string | number | null;

/** Rows until the commit. */
interface Rows {
  /** Of the name of the test, one a row. */
  readonly hashes: number[];
  /** The values of a whole statement in JSON: as objects, garbage collection would copy them again and again. */
  readonly packed: Buffer[];
  /** Those of the last rows: five a row, in the order of the table's columns. */
  readonly values: Value[];
}

function emptyRows(): Rows {
  return { hashes: [], packed: [], values: [] };
}

function record(db: SqliteConnection, key: RunKey, rows: Rows, rowLimit: number): "recorded" | "known" {
  if (db.statement("SELECT 1 FROM run WHERE run = ?").get(key.run) !== undefined) return "known";
  const first = Number(db.statement("SELECT coalesce(max(id), 0) + 1 AS next FROM result").get()?.next);
  const last = first + rows.hashes.length - 1;
  insert(db, "INSERT INTO result (test, outcome, flaky, duration_ms, fingerprint)", 5, unpacked(rows));
  insert(db, "INSERT INTO lookup (hash, result)", 2, lookupOf(rows.hashes, first));
  db.statement(
    `INSERT INTO run (run, job, "commit", branch, at, first, last) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(...[key.run, key.job, key.commit, key.branch, key.at, first, last]);
  const oldest = Number(db.statement("SELECT coalesce(min(first), 1) AS first FROM run").get()?.first);
  if (last - oldest + 1 > rowLimit) dropBefore(db, last - keptRows(rowLimit) + 1, key.run);
  return "recorded";
}

/** Values of one statement; a call a row costs more than the row. */
const VALUES_PER_STATEMENT = 320;

/** `parts` hold the values of a statement each, the last one fewer. */
function insert(db: SqliteConnection, into: string, width: number, parts: Iterable<readonly Value[]>): void {
  const row = `(${Array(width).fill("?").join(", ")})`;
  const many = VALUES_PER_STATEMENT / width;
  const manyRows = db.statement(`${into} VALUES ${Array(many).fill(row).join(", ")}`);
  const oneRow = db.statement(`${into} VALUES ${row}`);
  for (const values of parts) {
    if (values.length === VALUES_PER_STATEMENT) manyRows.run(...values);
    else for (let at = 0; at < values.length; at += width) oneRow.run(...values.slice(at, at + width));
  }
}

function* unpacked({ packed, values }: Rows): Generator<readonly Value[]> {
  for (const part of packed) yield JSON.parse(part.toString()) as Value[];
  yield values;
}

/** Rows that one sort takes: a hash of 32 bits and a row of 21 fill the 53 of a double. */
const SORTED_AT_ONCE = 2 ** 21;

/** Hash and row of each test, sorted by hash: in order, an insert goes once over the index instead of all about. */
function* lookupOf(hashes: readonly number[], first: number): Generator<readonly number[]> {
  let values: number[] = [];
  for (let start = 0; start < hashes.length; start += SORTED_AT_ONCE) {
    const keys = new Float64Array(Math.min(SORTED_AT_ONCE, hashes.length - start));
    for (let row = 0; row < keys.length; row++) keys[row] = hashes[start + row]! * SORTED_AT_ONCE + row;
    for (const key of keys.sort()) {
      values.push(Math.floor(key / SORTED_AT_ONCE), first + start + (key % SORTED_AT_ONCE));
      if (values.length < VALUES_PER_STATEMENT) continue;
      yield values;
      values = [];
    }
  }
  yield values;
}

/** Drops the runs that begin before a row, and their rows. */
function dropBefore(db: SqliteConnection, row: number, except: string): void {
  db.statement("DELETE FROM run WHERE first < ? AND run <> ?").run(row, except);
  const first = Number(db.statement("SELECT min(first) AS first FROM run").get()?.first);
  db.statement("DELETE FROM result WHERE id < ?").run(first);
  db.statement("DELETE FROM lookup WHERE result < ?").run(first);
}

interface PastRow extends RunKey {
  readonly test: string;
  readonly outcome: number;
  readonly flaky: number;
  readonly durationMs: number | null;
  readonly fingerprint: string | null;
}

function pastResult(row: PastRow, path: string): PastResult {
  const outcome = OUTCOMES[row.outcome];
  if (outcome === undefined) throw corrupt(path, LAYOUT, `there is no outcome ${row.outcome}`);
  return { ...row, outcome, flaky: row.flaky === 1 };
}

/** FNV-1a over UTF-16 units, 32 bits: a name's place in the index. Names of one hash are told apart by their text. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
