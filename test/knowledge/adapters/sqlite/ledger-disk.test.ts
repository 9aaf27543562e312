import { chmodSync, mkdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import { sqliteHistory } from "../../../../knowledge/adapters/sqlite/history.ts";
import { sqliteLedger } from "../../../../knowledge/adapters/sqlite/ledger.ts";
import type { Ledger } from "../../../../knowledge/ports/ledger.ts";
import { collect } from "../../../support/collect.ts";
import { freezeDisk, smallDisk } from "../../../support/small-disk.ts";
import { startLedgerProcess } from "../../../support/start-ledger-process.ts";
import { added, marked } from "../../../support/tally.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { tickingClock } from "../../../support/ticking-clock.ts";

const NO_MOUNT = "needs Linux and root to mount a small file system";

describe("a full disk", () => {
  test("refuses the append, keeps what was there readable, and takes appends again when it has room", async ({
    skip,
  }) => {
    const disk = smallDisk(1_024);
    if (disk === null) return skip(NO_MOUNT);
    const file = join(disk, "ledger.db");
    const ledger = sqliteLedger(file, tickingClock());
    await ledger.append("tally/a", 0, [added(1), added(2)]);
    fill(disk, 100);
    const stored = await appendUntilRefused(ledger, 2, {
      code: "ledger_unavailable",
      data: { file, reason: /disk/ },
    });
    await expect(ledger.append("tally/a", stored, [big()])).rejects.toMatchObject({
      code: "ledger_unavailable",
    });
    expect((await collect(ledger.read("tally/a"))).map(({ seq }) => seq)).toEqual(upTo(stored));

    rmSync(join(disk, "ballast"));
    expect(await ledger.append("tally/a", stored, [big()])).toEqual({ kind: "appended", seq: stored + 1 });
    await ledger.close();
    const again = sqliteLedger(file, tickingClock());
    expect((await collect(again.read("tally/a"))).map(({ seq }) => seq)).toEqual(upTo(stored + 1));
    await again.close();
    expectSound(file);
  });

  test("at the very first append leaves nothing that a later one stumbles over", async ({ skip }) => {
    const disk = smallDisk(512);
    if (disk === null) return skip(NO_MOUNT);
    for (const free of [0, 4, 8, 12, 20, 36, 60]) {
      fill(disk, free);
      const file = join(disk, `ledger-${free}.db`);
      const ledger = sqliteLedger(file, tickingClock());
      await expect(ledger.append("tally/a", 0, [marked("x".repeat(100_000))])).rejects.toMatchObject({
        code: "ledger_unavailable",
      });
      rmSync(join(disk, "ballast"));
      expect(await collect(ledger.read("tally/a")), `${free} KiB free`).toEqual([]);
      expect(await ledger.append("tally/a", 0, [added(1)])).toEqual({ kind: "appended", seq: 1 });
      await ledger.close();
      expectSound(file);
      rmSync(file);
    }
  });

  test("drops the run that did not fit into the history, and nothing else", async ({ skip }) => {
    const disk = smallDisk(1_024);
    if (disk === null) return skip(NO_MOUNT);
    const file = join(disk, "history.db");
    const history = sqliteHistory(file);
    const write = async (run: string, tests: number) => {
      const writer = await history.write();
      for (let index = 0; index < tests; index++) {
        writer.add({
          test: `test ${index}`,
          outcome: "passed",
          flaky: false,
          durationMs: 1,
          fingerprint: null,
        });
      }
      return writer.commit({ run, job: null, commit: null, branch: null, at: 1 });
    };
    await write("small", 10);
    await expect(write("big", 40_000)).rejects.toMatchObject({
      code: "history_unavailable",
      kind: "unavailable",
    });
    expect((await history.of(["test 9", "test 999"], 5)).get("test 9")).toMatchObject([{ run: "small" }]);
    expect((await history.of(["test 999"], 5)).size).toBe(0);
    expect(await write("other", 10)).toBe("recorded");
    await history.close();
    expectSound(file);
  });

  test("met as a limit on the size of files, as a quota would be, is refused in the same way", async ({
    skip,
  }) => {
    if (process.platform === "win32") return skip("needs ulimit");
    const file = join(temporaryFolder(), "ledger.db");
    const wrap = `trap "" XFSZ; ulimit -f 400; "$@"`;
    const lines = await startLedgerProcess({ job: "append", file }, { wrap }).ended;
    expect(lines.at(-1)).toMatch(/^ledger_unavailable .*disk/);
    const acknowledged = Math.max(...lines.slice(0, -1).map(Number));
    const ledger = sqliteLedger(file, tickingClock());
    expect(await collect(ledger.read("tally/a"))).toHaveLength(acknowledged);
    expect(await ledger.append("tally/a", acknowledged, [added(1)])).toMatchObject({ kind: "appended" });
    await ledger.close();
    expectSound(file);
  });
});

describe("a ledger that may only be read", () => {
  test("on a read-only disk is read, and an append says why not", async ({ skip }) => {
    const disk = smallDisk(1_024);
    if (disk === null) return skip(NO_MOUNT);
    const file = join(disk, "ledger.db");
    const ledger = sqliteLedger(file, tickingClock());
    await ledger.append("tally/a", 0, [added(1), added(2)]);
    await ledger.close();
    freezeDisk(disk);
    expect(await collect(ledger.read("tally/a"))).toHaveLength(2);
    expect(await ledger.streams("")).toEqual(["tally/a"]);
    await expect(ledger.append("tally/a", 2, [added(3)])).rejects.toMatchObject({
      code: "ledger_unavailable",
      data: { file },
    });
    await expect(
      sqliteLedger(join(disk, "new", "ledger.db"), tickingClock()).append("a/b", 0, [added(1)]),
    ).rejects.toMatchObject({ code: "ledger_unavailable", data: { reason: "its folder cannot be made" } });
    expect(await collect(ledger.read("tally/a"))).toHaveLength(2);
  });

  test("in a folder of somebody else is read, and an append says why not", async ({ skip }) => {
    if (process.platform === "win32") return skip("needs POSIX permissions");
    const folder = join(temporaryFolder(), "theirs");
    chmodSync(join(folder, ".."), 0o755);
    mkdirSync(folder);
    const file = join(folder, "ledger.db");
    const ledger = sqliteLedger(file, tickingClock());
    await ledger.append("tally/a", 0, [added(1), added(2)]);
    await ledger.close();
    chmodSync(file, 0o444);
    chmodSync(folder, 0o555);
    // Root may write anywhere, so root looks through the eyes of nobody.
    const lines = await startLedgerProcess(
      { job: "visit", file },
      process.getuid?.() === 0 ? { uid: 65_534 } : {},
    ).ended;
    chmodSync(folder, 0o755);
    expect(lines[0]).toBe("read 2");
    expect(lines[1]).toMatch(/^ledger_unavailable /);
    expect(await collect(ledger.read("tally/a"))).toHaveLength(2);
    await ledger.close();
  });

  test("where a file stands in the place of its folder, is refused by name", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "plain"), "");
    const file = join(folder, "plain", "ledger.db");
    await expect(sqliteLedger(file, tickingClock()).append("a/b", 0, [added(1)])).rejects.toMatchObject({
      code: "ledger_unavailable",
      data: { file, reason: "a file stands where its folder should be" },
    });
  });
});

test("a writer that holds on is waited for, then named; reading goes on meanwhile", async () => {
  const file = join(temporaryFolder(), "ledger.db");
  const ledger = sqliteLedger(file, tickingClock(), 60);
  await ledger.append("tally/a", 0, [added(1)]);
  const other = new DatabaseSync(file);
  other.exec("BEGIN IMMEDIATE");
  await expect(ledger.append("tally/a", 1, [added(2)])).rejects.toMatchObject({
    code: "ledger_unavailable",
    kind: "unavailable",
    data: { file, reason: expect.stringContaining("another process is writing") },
  });
  expect(await collect(ledger.read("tally/a"))).toHaveLength(1);
  other.exec("ROLLBACK");
  other.close();
  expect(await ledger.append("tally/a", 1, [added(2)])).toEqual({ kind: "appended", seq: 2 });
  await ledger.close();
});

/** Leaves that many KiB free. */
function fill(disk: string, leaveKib: number): void {
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, "ballast"), Buffer.alloc(Math.max(0, bavail * bsize - leaveKib * 1_024)));
}

async function appendUntilRefused(
  ledger: Ledger,
  from: number,
  { code, data }: { code: string; data: { file: string; reason: RegExp } },
): Promise<number> {
  let stored = from;
  const refusal = await (async () => {
    for (; ; stored++) await ledger.append("tally/a", stored, [big()]);
  })().catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    code,
    data: { file: data.file, reason: expect.stringMatching(data.reason) },
  });
  expect(stored).toBeGreaterThan(from);
  return stored;
}

function big() {
  return marked("x".repeat(9_000));
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}

function expectSound(file: string): void {
  const db = new DatabaseSync(file, { readOnly: true });
  expect(db.prepare("PRAGMA integrity_check").all()).toMatchObject([{ integrity_check: "ok" }]);
  db.close();
}
