import { LAMBDAS } from "../lambdas/registry.ts";
import { LIST_PRICES } from "./list-prices.ts";
import { monthlyCost, type Use } from "./monthly-cost.ts";

/** Alarms of a function without a queue, with one, and with one that is filled every ten minutes; and of the schedules. */
const ALARMS =
  LAMBDAS.reduce((sum, { trigger }) => {
    if (trigger.kind !== "queue") return sum + 3;
    return sum + (trigger.schedule?.per === "organisation" ? 5 : 4);
  }, 0) + 1;

/** The cost of a month as a table in Markdown. */
export function costTable(use: Use): string {
  const rows = monthlyCost(use, ALARMS);
  const total = rows.reduce((sum, { usd }) => sum + usd, 0);
  const line = (what: string, count: string, usd: number) => `| ${what} | ${count} | ${usd.toFixed(2)} |`;
  return [
    `| computed, list prices of ${LIST_PRICES.region}, ${LIST_PRICES.date} | a month | US dollars |`,
    "| --- | ---: | ---: |",
    ...rows.map(({ what, count, usd }) => line(what, rounded(count), usd)),
    line("**together**", "", total),
    "",
  ].join("\n");
}

function rounded(count: number): string {
  return count < 100 ? String(Number(count.toPrecision(2))) : Math.round(count).toLocaleString("en-US");
}
