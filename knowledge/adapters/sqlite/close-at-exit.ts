import type { DatabaseSync } from "node:sqlite";

const open = new Set<DatabaseSync>();

/**
 * Closes a database when the process ends, so that what lies in its log is in its file; `release` is for who closes
 * it before. A process that is killed leaves the log, and loses nothing by it.
 */
export function closeAtExit(db: DatabaseSync): { release(): void } {
  if (open.size === 0) process.once("exit", closeAll);
  open.add(db);
  return {
    release() {
      open.delete(db);
      if (open.size === 0) process.off("exit", closeAll);
    },
  };
}

function closeAll(): void {
  for (const db of open) {
    try {
      db.close();
    } catch {
      // The log stays, and the next process reads it.
    }
  }
}
