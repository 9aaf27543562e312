import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds between two tries. */
const PAUSE = 4;

/**
 * Runs `work` while no other process that uses the same lock file runs its own; two calls in one process exclude
 * each other too. The lock is a transaction on an empty SQLite file, so that the system lets go of it when its
 * holder is killed, and no stale lock has to be told from a live one. Answers `busy` when it was held for `waitMs`.
 */
export async function withProcessLock<T>(
  file: string,
  waitMs: number,
  work: () => Promise<T>,
): Promise<{ readonly kind: "done"; readonly value: T } | { readonly kind: "busy" }> {
  const { DatabaseSync } = await import("node:sqlite");
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    const start = performance.now();
    while (!tryLock(db)) {
      if (performance.now() - start >= waitMs) return { kind: "busy" };
      await sleep(PAUSE);
    }
    try {
      return { kind: "done", value: await work() };
    } finally {
      db.exec("ROLLBACK");
    }
  } finally {
    db.close();
  }
}

function tryLock(db: { exec(sql: string): void }): boolean {
  try {
    db.exec("BEGIN EXCLUSIVE");
    return true;
  } catch (error) {
    // SQLITE_BUSY and SQLITE_LOCKED.
    if (error instanceof Error && "errcode" in error && [5, 6].includes(Number(error.errcode) & 0xff))
      return false;
    throw error;
  }
}
