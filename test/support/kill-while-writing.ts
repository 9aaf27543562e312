import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { sqliteHistory } from "../../knowledge/adapters/sqlite/history.ts";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import { readState } from "../../knowledge/ledger/read-state.ts";
import { collect } from "./collect.ts";
import { BATCH_EVENTS, RUN_TESTS } from "./ledger-process.ts";
import { startLedgerProcess } from "./start-ledger-process.ts";
import { tally } from "./tally.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { tickingClock } from "./ticking-clock.ts";

/** Rounds on one file before a new one is begun, so that making the file is hit as well. */
const ROUNDS_A_FILE = 5;

/**
 * Kills a process that appends, at `rounds` moments spread over its life, and looks at what is left:
 * all that was acknowledged, nothing that is half there, and a ledger that goes on.
 */
export async function killWhileAppending(rounds: number): Promise<void> {
  let file = "";
  let before = 0;
  for (let round = 0; round < rounds; round++) {
    if (round % ROUNDS_A_FILE === 0) {
      file = join(temporaryFolder(), "ledger.db");
      before = 0;
    }
    const announced = await killed("append", file, round);
    const ledger = sqliteLedger(file, tickingClock());
    const events = await collect(ledger.read("tally/a"));
    expect(events.length).toBeGreaterThanOrEqual(Math.max(before, ...announced.map(Number)));
    expect(events.length % BATCH_EVENTS).toBe(0);
    // One append at most was stored and not yet announced.
    expect(events.length).toBeLessThanOrEqual(Math.max(before, ...announced.map(Number)) + BATCH_EVENTS);
    for (const [index, { seq, data }] of events.entries()) {
      expect(seq).toBe(index + 1);
      expect(data.seen).toBe(index - (index % BATCH_EVENTS));
    }
    expect(await readState(ledger, "tally/a", tally)).toMatchObject({ state: { total: events.length } });
    for (const { seq, data } of await ledger.summaries("tally")) expect(data.total).toBe(seq);
    before = events.length + 3;
    expect(await ledger.append("tally/a", events.length, threeMore(events.length))).toMatchObject({
      kind: "appended",
    });
    await ledger.close();
    expectSound(file);
  }
}

/** The same for a process that records runs: a run is there whole or not at all. */
export async function killWhileRecording(rounds: number): Promise<void> {
  let file = "";
  const tests = Array.from({ length: RUN_TESTS }, (_, index) => `suite.test ${index}`);
  const acknowledged = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    if (round % ROUNDS_A_FILE === 0) {
      file = join(temporaryFolder(), "history.db");
      acknowledged.clear();
    }
    for (const run of await killed("record", file, round)) acknowledged.add(run);
    const history = sqliteHistory(file);
    const past = await history.of(tests, 100_000);
    const runs = tests.map((test) =>
      (past.get(test) ?? [])
        .map(({ run }) => run)
        .sort()
        .join(),
    );
    expect(new Set(runs).size).toBe(1);
    expect([...acknowledged].filter((run) => !runs[0]?.split(",").includes(run))).toEqual([]);
    await history.close();
    expectSound(file);
  }
}

/** Starts the job, kills it, and gives what it had announced by then. */
async function killed(job: "append" | "record", file: string, round: number): Promise<readonly string[]> {
  const { child, announced, ended } = startLedgerProcess({ job, file, name: `round ${round}` });
  // Every fifth dies around its first write, the others in the midst of their work.
  if (round % ROUNDS_A_FILE !== 0) await announced;
  const wait = round % ROUNDS_A_FILE === 0 ? 40 + ((round * 37) % 120) : (round * 7.3) % 30;
  await new Promise((resolve) => setTimeout(resolve, wait));
  child.kill("SIGKILL");
  return ended;
}

function threeMore(seen: number) {
  const data = { amount: 1, seen };
  return Array.from({ length: BATCH_EVENTS }, () => ({ type: "amount.added", v: 1, data }));
}

/** SQLite's own check of every page and index, where the process lived long enough to make the file. */
function expectSound(file: string): void {
  if (!existsSync(file)) return;
  const db = new DatabaseSync(file, { readOnly: true });
  expect(db.prepare("PRAGMA integrity_check").all()).toMatchObject([{ integrity_check: "ok" }]);
  db.close();
}
