import * as z from "zod/mini";
import { groupAccount, type MoneyGroup, readGroupAccount } from "../budget/account-events.ts";
import { accountRows } from "../budget/account-rows.ts";
import { usdOf } from "../budget/micros.ts";
import { priceOf } from "../budget/price.ts";
import { PRICES_OF } from "../budget/price-table.ts";
import { readAccount } from "../budget/read-account.ts";
import { readEntries } from "../budget/read-entries.ts";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import { operation } from "./operation.ts";
import { BudgetView } from "./views/budget-view.ts";
import { groupView } from "./views/group-view.ts";
import { callView, runSpend } from "./views/spend-view.ts";

const Input = z.lazy(() =>
  z.object({
    limit: z._default(z.int().check(z.minimum(1), z.maximum(1_000)), 20),
    offset: z._default(z.int().check(z.minimum(0)), 0),
    account: z.optional(z.string().check(z.minLength(1))).check(z.describe("only the run of this account")),
    calls: z._default(z.boolean(), false),
  }),
);

/**
 * What was spent on models: by group of workflows with what is left of its seven days, by run, step and attempt, and
 * call by call where that is asked for. Errors: config_invalid, config_unreadable, and those of the ledger.
 */
export const budgetShow = operation({
  id: "budget.show",
  title: "Show what models cost and what is left",
  input: Input,
  output: BudgetView,
  writes: false,
  async run(
    { ledger, clock, configFile }: Pick<Deps, "ledger" | "clock" | "configFile">,
    { limit, offset, account, calls },
  ): Promise<BudgetView> {
    const config = await readConfig(configFile);
    const now = clock.now();
    const rows = await accountRows(ledger);
    const organisation = config.watch?.organisation ?? null;
    const named = config.workflows.flatMap(({ budget }) =>
      budget === null ? [] : [groupAccount({ organisation, group: budget.group })],
    );
    const spent = rows.filter((row) => readGroupAccount(row.account) !== null).map((row) => row.account);
    const groups = [...new Set([...named, ...spent])].sort();
    const runs = rows
      .filter((row) => readGroupAccount(row.account) === null)
      .filter((row) => account === undefined || row.account === account)
      .sort((a, b) => (a.at === b.at ? (a.account < b.account ? -1 : 1) : a.at < b.at ? 1 : -1));
    const page = runs.slice(offset, offset + limit);
    return {
      model: modelOf(config),
      groups: await Promise.all(
        groups.map(async (name) => {
          const group = readGroupAccount(name) as MoneyGroup;
          // The settings cap the money of their own organisation, and nobody else's.
          const workflows = group.organisation === organisation ? config.workflows : [];
          return groupView(group, workflows, (await readAccount(ledger, name)).entries, now);
        }),
      ),
      runs: await Promise.all(
        page.map(async (row) => runSpend(row.account, await readAccount(ledger, row.account))),
      ),
      total: runs.length,
      totalUSD: usdOf(runs.reduce((sum, { micros }) => sum + micros, 0)),
      calls: calls ? await callsOf(ledger, page, now) : null,
    };
  },
});

async function callsOf(
  ledger: Deps["ledger"],
  accounts: readonly { readonly account: string }[],
  now: number,
): Promise<NonNullable<BudgetView["calls"]>> {
  const all = await Promise.all(
    accounts.map(async ({ account }) =>
      (await readEntries(ledger, account)).map((entry) => callView(account, entry, now)),
    ),
  );
  return all.flat().sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1));
}

function modelOf({ model, prices }: Config): BudgetView["model"] {
  if (model === null) return null;
  const name = `${model.provider}/${model.model}`;
  const price = priceOf(name, prices);
  return {
    name,
    price: price === null ? null : { input: price.input, output: price.output },
    from: price === null ? null : Object.hasOwn(prices, name) ? "settings" : "list",
    listOf: PRICES_OF,
  };
}
