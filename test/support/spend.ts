import { join } from "node:path";
import { sqliteLedger } from "../../knowledge/adapters/sqlite/ledger.ts";
import { systemIds } from "../../knowledge/adapters/system/ids.ts";
import type { MoneyPlace } from "../../knowledge/budget/account-events.ts";
import { payInGroup, settleInGroup } from "../../knowledge/budget/group-money.ts";
import { microsOf } from "../../knowledge/budget/micros.ts";
import { reserve } from "../../knowledge/budget/reserve.ts";
import { settle } from "../../knowledge/budget/settle.ts";
import type { Clock } from "../../knowledge/ports/clock.ts";
import type { Ledger } from "../../knowledge/ports/ledger.ts";

export interface SpendCall {
  readonly account: string;
  readonly place?: Partial<MoneyPlace>;
  /** What is set aside, and what it cost in the end; null: nobody says. */
  readonly usd: string;
  readonly costUSD: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

const NO_LIMITS = { attemptMicros: null, runMicros: null, weekMicros: null };

/** Spends money in the ledger of a repository, or in another, as the product does, at a time of the test's choice. */
export function spender(
  folder: string,
  organisation: string | null = null,
  connect = (clock: Clock): Ledger => sqliteLedger(join(folder, ".git/assay/ledger.db"), clock),
) {
  const at = async <T>(time: number, work: (deps: ReturnType<typeof depsAt>) => Promise<T>): Promise<T> => {
    const deps = depsAt(connect, time);
    try {
      return await work(deps);
    } finally {
      await deps.ledger.close();
    }
  };
  return {
    call: ({ account, place = {}, usd, costUSD, at: time }: SpendCall) =>
      at(time, async (deps) => {
        const got = await reserve(
          deps,
          account,
          {
            place: { ...firstAttempt(account), ...place },
            purpose: "engineer",
            model: "anthropic/claude-opus-5",
            by: null,
            micros: microsOf(usd) ?? 0,
          },
          NO_LIMITS,
        );
        if (got.kind === "refused") throw new Error(got.why);
        const usage = { input: 12_000, cacheRead: 4_000, cacheWrite: 0, output: 900, told: true };
        if (costUSD !== null)
          await settle(deps, account, got.id, { micros: microsOf(costUSD) ?? 0, usage, latencyMs: 2_300 });
      }),
    start: (run: string, usd: string, weeklyUSD: string, time: number) =>
      at(time, (deps) =>
        payInGroup(deps, {
          place: firstAttempt(run),
          organisation,
          workflow: "change",
          budget: { group: "qa", weeklyUSD },
          capMicros: microsOf(usd) ?? 0,
          by: null,
        }),
      ),
    end: (run: string, time: number) =>
      at(time, (deps) =>
        settleInGroup(deps, {
          place: firstAttempt(run),
          organisation,
          budget: { group: "qa", weeklyUSD: "15.00" },
        }),
      ),
  };
}

function firstAttempt(run: string) {
  return { run, step: "qa", round: 1, attempt: 1 };
}

function depsAt(connect: (clock: Clock) => Ledger, time: number) {
  const clock = { now: () => time };
  return { clock, ids: systemIds, ledger: connect(clock) };
}
