import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { AssayError } from "../../errors.ts";
import { corrupt, type SqliteErrorCodes } from "./sqlite-error.ts";

/** What a kind of file holds and how a connection to it is set up. */
export interface SqliteLayout extends SqliteErrorCodes {
  /** Says in the file's header whose it is (sqlite.org/fileformat2.html#application_id). */
  readonly applicationId: number;
  /** `migrations[n]` takes schema version n to n + 1; the file's `user_version` says where it is. */
  readonly migrations: readonly string[];
  /** Pragmas of a connection that looks at a file; a new file is still empty then. */
  readonly pragmas: string;
}

/**
 * Opens or makes the file and brings its schema up to date. A file of somebody else, or of a newer Assay,
 * is left as it is. Errors: the layout's corrupt, store_newer, and SQLite's own.
 */
export function openSqlite(path: string, layout: SqliteLayout, busyTimeoutMs: number): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: busyTimeoutMs });
  try {
    const version = checkHeader(db, path, layout);
    db.exec(layout.pragmas);
    setWriteAheadLog(db, busyTimeoutMs);
    if (version < layout.migrations.length) migrate(db, path, layout);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens a file that nobody can write to, without the files beside it. Errors as of {@link openSqlite}. */
export function openSqliteImmutable(path: string, layout: SqliteLayout): DatabaseSync {
  const address = pathToFileURL(path);
  address.searchParams.set("immutable", "1");
  const db = new DatabaseSync(address, { readOnly: true });
  try {
    checkHeader(db, path, layout);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The schema version of the file; 0 for an empty one, which may become ours. */
function checkHeader(db: DatabaseSync, path: string, layout: SqliteLayout): number {
  const header = db
    .prepare(
      `SELECT (SELECT application_id FROM pragma_application_id) AS owner,
              (SELECT user_version FROM pragma_user_version) AS version,
              (SELECT count(*) FROM sqlite_schema) AS objects`,
    )
    .get() as { owner: number; version: number; objects: number };
  const empty = header.owner === 0 && header.version === 0 && header.objects === 0;
  if (!empty && header.owner !== layout.applicationId)
    throw corrupt(path, layout, "it belongs to another program");
  const known = layout.migrations.length;
  if (header.version > known)
    throw new AssayError("store_newer", {
      file: path,
      found: header.version,
      known,
    });
  return header.version;
}

/** SQLite answers "busy" at once, without waiting, where two processes switch a new file at the same time. */
function setWriteAheadLog(db: DatabaseSync, busyTimeoutMs: number): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; ; waited += 10) {
    try {
      db.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      const busy = error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === 5;
      if (!busy || waited >= busyTimeoutMs) throw error;
      Atomics.wait(pause, 0, 0, 10);
    }
  }
}

function migrate(db: DatabaseSync, path: string, layout: SqliteLayout): void {
  inTransaction(db, () => {
    // Another process may have done it while this one waited for the lock.
    const version = checkHeader(db, path, layout);
    for (const migration of layout.migrations.slice(version)) db.exec(migration);
    db.exec(
      `PRAGMA application_id = ${layout.applicationId}; PRAGMA user_version = ${layout.migrations.length}`,
    );
  });
}

/** Runs `change` in one transaction that holds the write lock from its start; a throw rolls it back. */
export function inTransaction<T>(db: DatabaseSync, change: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = change();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    // A full disk may have rolled it back already.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}
