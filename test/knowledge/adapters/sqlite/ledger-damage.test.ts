import { copyFileSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sqliteHistory } from "../../../../knowledge/adapters/sqlite/history.ts";
import { sqliteLedger } from "../../../../knowledge/adapters/sqlite/ledger.ts";
import { AssayError } from "../../../../knowledge/errors.ts";
import type { Ledger, StoredEvent } from "../../../../knowledge/ports/ledger.ts";
import { collect } from "../../../support/collect.ts";
import { added, marked } from "../../../support/tally.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { tickingClock } from "../../../support/ticking-clock.ts";

const STREAMS = ["tally/a", "tally/b", "other/c"];

describe("a file that is no ledger", () => {
  const cases: Record<string, { make(file: string): void; reason: RegExp }> = {
    "random bytes": {
      make: (file) =>
        writeFileSync(file, Buffer.from(Array.from({ length: 9_000 }, (_, index) => (index * 7919) % 251))),
      reason: /^it is not a database/,
    },
    text: { make: (file) => writeFileSync(file, "not a ledger\n"), reason: /^it is not a database/ },
    "a folder": { make: (file) => mkdirSync(file), reason: /^it is not a file/ },
    "a database of another program": {
      make: (file) => sql(file, "CREATE TABLE batch (mine); INSERT INTO batch VALUES ('precious')"),
      reason: /^it belongs to another program/,
    },
    "a database of another program, without tables yet": {
      make: (file) => sql(file, "PRAGMA application_id = 7"),
      reason: /^it belongs to another program/,
    },
  };
  for (const [what, { make, reason }] of Object.entries(cases)) {
    test(`(${what}) is refused by name and reason by every call, and left as it is`, async () => {
      const file = join(temporaryFolder(), "ledger.db");
      make(file);
      const before = what === "a folder" ? null : readFileSync(file);
      const ledger = sqliteLedger(file, tickingClock());
      for (const call of everyCall(ledger)) {
        await expect(call()).rejects.toMatchObject({
          code: "ledger_corrupt",
          data: { file, reason: expect.stringMatching(reason) },
        });
      }
      if (before !== null) expect(readFileSync(file).equals(before)).toBe(true);
    });
  }

  test("and was written by a newer Assay says so, and is left as it is", async () => {
    const file = await written();
    sql(file, "PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)");
    const before = readFileSync(file);
    for (const call of everyCall(sqliteLedger(file, tickingClock()))) {
      await expect(call()).rejects.toMatchObject({
        code: "store_newer",
        data: { file, found: 99, known: 2 },
      });
    }
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("but empty, as a process leaves it that was killed while it made it, becomes one", async () => {
    const file = join(temporaryFolder(), "ledger.db");
    writeFileSync(file, "");
    const ledger = sqliteLedger(file, tickingClock());
    expect(await ledger.append("tally/a", 0, [added(1)])).toEqual({ kind: "appended", seq: 1 });
    await ledger.close();
  });
});

describe("a damaged ledger", () => {
  test("that was cut short is refused", async () => {
    for (const bytes of [100, 4_096, 5_000, 8_192, 40_960, 100_001]) {
      const file = await written();
      truncateSync(file, bytes);
      await expect(readAll(sqliteLedger(file, tickingClock())), `${bytes} bytes`).rejects.toMatchObject({
        code: "ledger_corrupt",
        data: { file },
      });
    }
  });

  test("that was emptied while its -wal file holds batches is refused, and keeps them", async () => {
    const file = join(temporaryFolder(), "ledger.db");
    const writing = sqliteLedger(file, tickingClock());
    await writing.append("tally/a", 0, [added(1)]);
    const log = readFileSync(`${file}-wal`);
    await writing.close();
    writeFileSync(file, "");
    writeFileSync(`${file}-wal`, log);
    await expect(collect(sqliteLedger(file, tickingClock()).read("tally/a"))).rejects.toMatchObject({
      code: "ledger_corrupt",
      data: { file, reason: "it is empty, and the -wal file beside it is not" },
    });
    expect(readFileSync(`${file}-wal`).equals(log)).toBe(true);
  });

  test("with a batch that was changed names the batch", async () => {
    const file = await written();
    sql(file, "UPDATE batch SET body = replace(body, '\"amount\":7', '\"amount\":8') WHERE position = 22");
    const ledger = sqliteLedger(file, tickingClock());
    await expect(readAll(ledger)).rejects.toMatchObject({
      code: "ledger_corrupt",
      data: { file, reason: "the batch at position 22 is not what was written" },
    });
    await expect(ledger.since("", 1_000)).rejects.toMatchObject({ code: "ledger_corrupt" });
    await ledger.close();
  });

  test("with a batch gone names the gap", async () => {
    const file = await written();
    sql(file, "DELETE FROM batch WHERE stream = 'tally/a' AND last = 4");
    const ledger = sqliteLedger(file, tickingClock());
    await expect(collect(ledger.read("tally/a"))).rejects.toMatchObject({
      code: "ledger_corrupt",
      data: { file, reason: "events 3 to 4 of tally/a are gone" },
    });
    await ledger.close();
  });

  test("in a snapshot only is folded from its events", async () => {
    const file = await written();
    sql(file, `UPDATE snapshot SET state = '{"total":666,"marks":[]}'`);
    const ledger = sqliteLedger(file, tickingClock());
    expect(await ledger.snapshot("tally/a", 1)).toBeNull();
    await ledger.putSnapshot({ stream: "tally/a", seq: 40, v: 1, state: 5 });
    expect(await ledger.snapshot("tally/a", 1)).toMatchObject({ state: 5 });
    await ledger.close();
  });

  test("in a summary only says so, and is whole again once the summary is written anew", async () => {
    const file = await written();
    sql(file, `UPDATE summary SET data = '{"total":666}'`);
    const ledger = sqliteLedger(file, tickingClock());
    await expect(ledger.summaries("tally")).rejects.toMatchObject({ code: "ledger_corrupt" });
    await ledger.putSummary({ stream: "tally/a", seq: 40, v: 1, data: { total: 5 } });
    expect(await ledger.summaries("tally")).toMatchObject([{ data: { total: 5 } }]);
    await ledger.close();
  });

  test("without one of its tables is refused", async () => {
    const file = await written();
    sql(file, "DROP TABLE batch");
    await expect(readAll(sqliteLedger(file, tickingClock()))).rejects.toMatchObject({
      code: "ledger_corrupt",
    });
  });

  test("anywhere, by any bytes, gives the events that were written, from the first on, or an error; never others", async () => {
    const whole = await written();
    const truth = await readAll(sqliteLedger(whole, tickingClock()));
    const size = readFileSync(whole).length;
    const folder = temporaryFolder();
    let refused = 0;
    const flip = fc.record({
      at: fc.integer({ min: 0, max: size - 1 }),
      mask: fc.integer({ min: 1, max: 255 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(flip, { minLength: 1, maxLength: 12 }), async (flips) => {
        const file = join(folder, "ledger.db");
        copyFileSync(whole, file);
        const bytes = readFileSync(file);
        for (const { at, mask } of flips) bytes[at] = bytes[at]! ^ mask;
        writeFileSync(file, bytes);
        const ledger = sqliteLedger(file, tickingClock());
        try {
          const found = await readAll(ledger);
          for (const stream of STREAMS) {
            const written = truth.get(stream)!;
            const read = found.get(stream)!;
            expect(read).toEqual(written.slice(0, read.length));
          }
          const head = found.get("tally/a")!.length;
          await ledger.append("tally/a", head, [added(1)]);
        } catch (error) {
          if (!(error instanceof AssayError)) throw error;
          expect(["ledger_corrupt", "store_newer"]).toContain(error.code);
          refused++;
        } finally {
          await ledger.close();
        }
      }),
      { numRuns: 150, seed: 3 },
    );
    expect(refused).toBeGreaterThan(50);
  });
});

describe("a damaged history", () => {
  test("is refused by name, and says that it may be deleted", async () => {
    const file = join(temporaryFolder(), "history.db");
    writeFileSync(file, "not a history");
    const history = sqliteHistory(file);
    const refusal = await history.of(["a"], 1).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "history_corrupt", data: { file } });
    expect((refusal as AssayError).hint).toContain(`delete ${file}`);
    const writer = await history.write();
    await expect(
      writer.commit({ run: "r", job: null, commit: null, branch: null, at: 1 }),
    ).rejects.toMatchObject({
      code: "history_corrupt",
    });
  });

  test("is never taken for a ledger, nor a ledger for a history", async () => {
    const ledger = await written();
    await expect(sqliteHistory(ledger).of(["a"], 1)).rejects.toMatchObject({ code: "history_corrupt" });
  });
});

/** A closed ledger of some forty pages, with all that it can hold. */
async function written(): Promise<string> {
  const file = join(temporaryFolder(), "ledger.db");
  const ledger = sqliteLedger(file, tickingClock());
  for (let seq = 0; seq < 40; seq += 2) {
    for (const stream of STREAMS)
      await ledger.append(stream, seq, [added(seq / 2), marked("mark ".repeat(200 + seq))]);
  }
  await ledger.putSummary({ stream: "tally/a", seq: 40, v: 1, data: { total: 190 } });
  await ledger.putSnapshot({ stream: "tally/a", seq: 40, v: 1, state: { total: 190, marks: [] } });
  await ledger.close();
  return file;
}

function sql(file: string, statements: string): void {
  const db = new DatabaseSync(file);
  db.exec(statements);
  db.close();
}

function everyCall(ledger: Ledger): readonly (() => Promise<unknown>)[] {
  return [
    () => ledger.append("tally/a", 0, [added(1)]),
    () => collect(ledger.read("tally/a")),
    () => ledger.streams(""),
    () => ledger.since("", 1),
    () => ledger.summaries("tally"),
    () => ledger.putSummary({ stream: "tally/a", seq: 1, v: 1, data: {} }),
    () => ledger.snapshot("tally/a", 1),
    () => ledger.putSnapshot({ stream: "tally/a", seq: 1, v: 1, state: {} }),
  ];
}

async function readAll(ledger: Ledger): Promise<Map<string, StoredEvent[]>> {
  const streams = new Map<string, StoredEvent[]>();
  for (const stream of STREAMS) streams.set(stream, await collect(ledger.read(stream)));
  return streams;
}
