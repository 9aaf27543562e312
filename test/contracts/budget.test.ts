import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { memoryLedger } from "../../knowledge/adapters/memory/ledger.ts";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import { systemIds } from "../../knowledge/adapters/system/ids.ts";
import { groupAccount } from "../../knowledge/budget/account-events.ts";
import { payInGroup } from "../../knowledge/budget/group-money.ts";
import { readAccount } from "../../knowledge/budget/read-account.ts";
import { reserve } from "../../knowledge/budget/reserve.ts";
import { settle } from "../../knowledge/budget/settle.ts";
import { WEEK_MS, weekSpend } from "../../knowledge/budget/week-window.ts";
import type { Ledger } from "../../knowledge/ports/ledger.ts";
import { movingClock } from "../support/moving-clock.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const clock = movingClock();

/** Each gives connections to one store, as several processes have them. */
const STORES: readonly (readonly [string, () => () => Ledger])[] = [
  [
    "memory",
    () => {
      const ledger = memoryLedger(clock);
      return () => ledger;
    },
  ],
  [
    "SQLite",
    () => {
      const path = join(temporaryFolder(), "ledger.db");
      return () => sqliteLedger(path, clock);
    },
  ],
];

const ask = (micros: number) => ({
  place: { run: "r", step: "qa", round: 1, attempt: 1 },
  purpose: "engineer",
  model: "anthropic/claude-opus-5",
  by: null,
  micros,
});

describe.each(STORES)("budget in %s", (_, store) => {
  test("C-094 of many who ask for the last dollar at once, one gets it", async () => {
    const connect = store();
    const ledgers = Array.from({ length: 8 }, connect);
    const limits = { attemptMicros: null, runMicros: null, weekMicros: 3_000_000 };
    const [first] = ledgers as [Ledger, ...Ledger[]];
    await reserve({ ledger: first, clock, ids: systemIds }, "a", ask(2_000_000), limits);
    const answers = await Promise.all(
      ledgers.map((ledger) => reserve({ ledger, clock, ids: systemIds }, "a", ask(1_000_000), limits)),
    );
    expect(answers.filter(({ kind }) => kind === "reserved")).toHaveLength(1);
    const { entries } = await readAccount(first, "a");
    expect(weekSpend(entries, clock.now())).toBe(3_000_000);
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });

  test("C-096 C-097 attempts of one group that begin together share one cap", async () => {
    const connect = store();
    const ledgers = Array.from({ length: 9 }, connect);
    const answers = await Promise.all(
      ledgers.map((ledger, index) =>
        payInGroup(
          { ledger, clock, ids: systemIds },
          {
            place: { run: `t${index}`, step: "triage", round: 1, attempt: 1 },
            organisation: null,
            workflow: "ci-triage",
            budget: { group: "qa", weeklyUSD: "15.00" },
            capMicros: 2_000_000,
            by: null,
          },
        ),
      ),
    );
    expect(answers.filter(({ kind }) => kind === "reserved")).toHaveLength(7);
    for (const answer of answers) if (answer.kind === "refused") expect(answer.roomAt).not.toBeNull();
    const { entries } = await readAccount(connect(), groupAccount({ organisation: null, group: "qa" }));
    expect(weekSpend(entries, clock.now())).toBe(14_000_000);
    expect(weekSpend(entries, clock.now() + 2 * WEEK_MS)).toBe(0);
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });

  test("a settlement that is said from several places at once is recorded once", async () => {
    const connect = store();
    const ledgers = Array.from({ length: 5 }, connect);
    const [first] = ledgers as [Ledger, ...Ledger[]];
    const limits = { attemptMicros: null, runMicros: null, weekMicros: null };
    const got = await reserve({ ledger: first, clock, ids: systemIds }, "a", ask(1_000_000), limits);
    if (got.kind !== "reserved") throw new Error(got.why);
    const settlement = { micros: 400_000, usage: null, latencyMs: 5 };
    const answers = await Promise.all(
      ledgers.map((ledger) => settle({ ledger, clock }, "a", got.id, settlement)),
    );
    expect(answers.filter(({ kind }) => kind === "settled")).toHaveLength(1);
    expect(answers.filter(({ kind }) => kind === "already")).toHaveLength(4);
    await Promise.all(ledgers.map((ledger) => ledger.close()));
  });
});
