import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { sqliteHistory } from "../../../../knowledge/adapters/sqlite/history.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

/** A file as schema 1 had it: runs without a job. */
function oldFile(): string {
  const path = join(temporaryFolder(), "history.db");
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA application_id = ${0x41535348}; PRAGMA user_version = 1;
    CREATE TABLE run (number INTEGER PRIMARY KEY, run TEXT NOT NULL UNIQUE, "commit" TEXT, branch TEXT,
      at INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL) STRICT;
    CREATE INDEX run_by_rows ON run (last);
    CREATE TABLE result (id INTEGER PRIMARY KEY, test TEXT NOT NULL, outcome INTEGER NOT NULL,
      flaky INTEGER NOT NULL, duration_ms REAL, fingerprint TEXT) STRICT;
    CREATE TABLE lookup (hash INTEGER NOT NULL, result INTEGER NOT NULL, PRIMARY KEY (hash, result)) STRICT, WITHOUT ROWID;
    INSERT INTO run VALUES (1, 'r1', 'c1', 'main', 1, 1, 1);
    INSERT INTO result VALUES (1, 'a', 1, 0, 1.5, NULL);
    INSERT INTO lookup VALUES (${0xe8b7be43}, 1);`);
  db.close();
  return path;
}

test("a file of an older schema is emptied and filled anew: its rows name no job", async () => {
  const history = sqliteHistory(oldFile());
  expect(await history.of(["a"], 5)).toEqual(new Map());
  const key = { run: "r1", job: "unit", commit: "c1", branch: "main", at: 2 };
  const writer = await history.write();
  writer.add({ test: "a", outcome: "passed", flaky: false, durationMs: 1, fingerprint: null });
  expect(await writer.commit(key)).toBe("recorded");
  expect((await history.of(["a"], 5)).get("a")).toMatchObject([{ ...key, outcome: "passed" }]);
  await history.close();
});
