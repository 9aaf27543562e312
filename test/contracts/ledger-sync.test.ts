import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { memoryLedger } from "../../knowledge/adapters/memory/ledger.ts";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import { sqliteLedgerSync } from "../../knowledge/adapters/sqlite/ledger-sync.ts";
import { readState } from "../../knowledge/ledger/read-state.ts";
import { added, tally } from "../support/tally.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { tickingClock } from "../support/ticking-clock.ts";
import { ledgerSyncContract, type SyncAdapter } from "./ledger-sync.contract.ts";

/** Every adapter of the port: one row each. */
const ADAPTERS: readonly SyncAdapter[] = [
  {
    name: "memory",
    async store() {
      const ledger = memoryLedger(tickingClock());
      return { connect: () => ledger, sync: () => ledger.sync };
    },
  },
  {
    name: "SQLite",
    async store() {
      const path = join(temporaryFolder(), "not", "there", "yet", "ledger.db");
      return { connect: (clock) => sqliteLedger(path, clock), sync: () => sqliteLedgerSync(path) };
    },
  },
];

for (const adapter of ADAPTERS) ledgerSyncContract(adapter);

test("a file of before ledgers were shared is brought up to date, and all of it is to be pushed", async () => {
  const path = join(temporaryFolder(), "ledger.db");
  const before = sqliteLedger(path, tickingClock());
  await before.append("tally/a", 0, [added(1)]);
  const position = (await before.since("", 10)).next;
  await before.close();
  const db = new DatabaseSync(path);
  db.exec("DROP TABLE sync; DROP TABLE shared; DROP TABLE set_aside; PRAGMA user_version = 1");
  db.close();
  const ledger = sqliteLedger(path, tickingClock());
  expect(await ledger.append("tally/a", 1, [added(2)])).toEqual({ kind: "appended", seq: 2 });
  expect((await ledger.since(position, 10)).events).toMatchObject([{ seq: 2 }]);
  expect(await sqliteLedgerSync(path).unpushed()).toEqual([{ stream: "tally/a", shared: 0, last: 2 }]);
  await ledger.close();
});

test("whoever read a stream of SQLite before its tail was replaced neither appends to it nor keeps read-outs of it", async () => {
  const path = join(temporaryFolder(), "ledger.db");
  const [one, other] = [sqliteLedger(path, tickingClock()), sqliteLedger(path, tickingClock())];
  await one.append("tally/a", 0, [added(1)]);
  const before = await readState(one, "tally/a", tally);
  const { stream, at } = { stream: "tally/a", at: 1 };
  const batch = { stream, first: 1, last: 1, at, events: [added(5)] };
  await sqliteLedgerSync(path).integrate({
    from: null,
    to: "c1",
    at,
    streams: [
      {
        ...{ stream, was: { shared: 0, last: 1 }, keptTo: 0, added: [batch], shared: 1, setAside: [] },
        ...{ summary: { stream, seq: 1, v: 1, data: { total: 5 } }, snapshot: null },
      },
    ],
  });
  await one.putSummary({ stream, seq: 1, v: 1, data: { total: 1 } });
  expect(await other.summaries("tally")).toMatchObject([{ data: { total: 5 } }]);
  // The sequence is the same, and what stands there is not.
  await expect(one.append(stream, before.seq, [added(2)])).rejects.toMatchObject({ code: "ledger_replaced" });
  expect(await readState(one, stream, tally)).toMatchObject({ state: { total: 5 }, seq: 1 });
  expect(await one.append(stream, 1, [added(2)])).toEqual({ kind: "appended", seq: 2 });
  await Promise.all([one.close(), other.close()]);
});
