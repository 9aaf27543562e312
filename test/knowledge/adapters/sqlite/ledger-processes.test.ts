import { join } from "node:path";
import { expect, test } from "vitest";
import { sqliteHistory } from "../../../../knowledge/adapters/sqlite/history.ts";
import { sqliteLedger } from "../../../../knowledge/adapters/sqlite/ledger.ts";
import { collect } from "../../../support/collect.ts";
import { startLedgerProcess } from "../../../support/start-ledger-process.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { tickingClock } from "../../../support/ticking-clock.ts";

test("L-009 two processes of 200 decisions each leave 400 events, each decided on the state before it", async () => {
  const file = join(temporaryFolder(), "ledger.db");
  const start = Date.now() + 400;
  await Promise.all(
    ["one", "two"].map((name) => startLedgerProcess({ job: "race", file, start, times: 200, name }).ended),
  );
  const ledger = sqliteLedger(file, tickingClock());
  const events = await collect(ledger.read("tally/a"));
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 400 }, (_, index) => index + 1));
  expect(events.map(({ data }) => data.seen)).toEqual(Array.from({ length: 400 }, (_, index) => index));
  for (const name of ["one", "two"]) {
    const steps = events.filter(({ data }) => data.name === name).map(({ data }) => data.step);
    expect(steps).toEqual(Array.from({ length: 200 }, (_, index) => index));
  }
  expect(await ledger.summaries("tally")).toMatchObject([{ seq: 400, data: { total: 400 } }]);
  await ledger.close();
});

test("four processes that make the same ledger at the same moment all succeed", async () => {
  for (let round = 0; round < 3; round++) {
    const file = join(temporaryFolder(), "new", "ledger.db");
    const start = Date.now() + 600;
    const names = ["one", "two", "three", "four"];
    const processes = names.map((name) => startLedgerProcess({ job: "race", file, start, times: 3, name }));
    for (const { ended } of processes) expect(await ended).toEqual(["done"]);
    const ledger = sqliteLedger(file, tickingClock());
    expect(await collect(ledger.read("tally/a"))).toHaveLength(12);
    await ledger.close();
  }
});

test("two processes that record runs side by side keep them all", async () => {
  const file = join(temporaryFolder(), "history.db");
  const start = Date.now() + 400;
  await Promise.all(
    ["one", "two"].map((name) => startLedgerProcess({ job: "record", file, start, times: 20, name }).ended),
  );
  const history = sqliteHistory(file);
  expect((await history.of(["suite.test 7"], 100)).get("suite.test 7")).toHaveLength(40);
  await history.close();
});
