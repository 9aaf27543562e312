import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { closeAtExit } from "./close-at-exit.ts";
import { inTransaction, openSqlite, openSqliteImmutable, type SqliteLayout } from "./open-sqlite.ts";
import { corrupt, translateSqliteError } from "./sqlite-error.ts";

/** A connection whose statements are prepared once each. */
export interface SqliteConnection {
  statement(sql: string): StatementSync;
  exec(sql: string): void;
  /** Runs `change` in one transaction that holds the write lock from its start; a throw rolls it back. */
  transaction<T>(change: () => T): T;
}

/**
 * A SQLite file that is opened when it is needed and made, with its folder, when it is first written to.
 * Errors of every call: the layout's two, and store_newer.
 */
export interface SqliteFile {
  /** Null where there is no file yet. */
  read<T>(query: (db: SqliteConnection) => T): T | null;
  write<T>(change: (db: SqliteConnection) => T): T;
  /** A later call opens it again. */
  close(): void;
}

export function sqliteFile(path: string, layout: SqliteLayout, busyTimeoutMs: number): SqliteFile {
  let open: {
    readonly db: DatabaseSync;
    readonly connection: SqliteConnection;
    readonly atExit: ReturnType<typeof closeAtExit>;
  } | null = null;

  function connected(): SqliteConnection {
    if (open === null) {
      const db = openSqlite(path, layout, busyTimeoutMs);
      open = { db, connection: connection(db), atExit: closeAtExit(db) };
    }
    return open.connection;
  }

  function isThere(): boolean {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return false;
    if (!found.isFile()) throw corrupt(path, layout, "it is not a file");
    // SQLite would take it for a new database and delete what the log holds.
    const log = found.size === 0 ? statSync(`${path}-wal`, { throwIfNoEntry: false }) : undefined;
    if (log !== undefined && log.size > 0)
      throw corrupt(path, layout, "it is empty, and the -wal file beside it is not");
    return true;
  }

  function attempt<T>(use: () => T): T {
    try {
      return use();
    } catch (error) {
      throw translateSqliteError(error, path, layout);
    }
  }

  return {
    read: (query) =>
      attempt(() => {
        if (open === null && !isThere()) return null;
        try {
          return query(connected());
        } catch (error) {
          // On a read-only disk SQLite cannot make the files that it shares with writers, and needs none.
          if (open !== null || !cannotOpen(error) || existsSync(`${path}-wal`)) throw error;
          const db = openSqliteImmutable(path, layout);
          try {
            return query(connection(db));
          } finally {
            db.close();
          }
        }
      }),

    write: (change) =>
      attempt(() => {
        if (open === null && !isThere()) mkdirSync(dirname(path), { recursive: true });
        return change(connected());
      }),

    close: () =>
      attempt(() => {
        open?.atExit.release();
        open?.db.close();
        open = null;
      }),
  };
}

/** SQLITE_CANTOPEN or SQLITE_READONLY. */
function cannotOpen(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && [8, 14].includes(Number(error.errcode) & 0xff);
}

function connection(db: DatabaseSync): SqliteConnection {
  const statements = new Map<string, StatementSync>();
  return {
    statement(sql) {
      const statement = statements.get(sql) ?? db.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    exec: (sql) => db.exec(sql),
    transaction: (change) => inTransaction(db, change),
  };
}
