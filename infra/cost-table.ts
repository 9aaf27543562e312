import { LAMBDAS } from "../lambdas/registry.ts";
import { LIST_PRICES } from "./list-prices.ts";
import type { Measured } from "./measured.ts";
import { monthlyCost, type Use } from "./monthly-cost.ts";

/** Alarms of a function without a queue, with one, and with one that is filled every ten minutes; and of the schedules. */
const ALARMS =
  LAMBDAS.reduce((sum, { trigger }) => {
    if (trigger.kind !== "queue") return sum + 3;
    return sum + (trigger.schedule?.per === "organisation" ? 5 : 4);
  }, 0) + 1;

/** Most repositories of one organisation, and about as many of one product. */
const AN_ORGANISATION = 500;
const A_PRODUCT = 10;

/** So many repositories, of as few organisations as there may be. */
export function sizedUse(repositories: number, happening: Pick<Use, "pushesADay" | "failuresAWeek">): Use {
  return {
    repositories,
    organisations: Math.ceil(repositories / AN_ORGANISATION),
    products: Math.ceil(repositories / A_PRODUCT),
    ...happening,
  };
}

/** The cost of a month for each of these uses, in US dollars, as a table in Markdown; the counts are those of the last. */
export function costTable(uses: readonly Use[], measured: Measured): string {
  const costs = uses.map((use) => monthlyCost(use, ALARMS, measured));
  const totals = costs.map((rows) => rows.reduce((sum, { usd }) => sum + usd, 0));
  const sizes = uses.map(({ repositories }) => repositories.toLocaleString("en-US"));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const { date, days, repositories } = measured;
  const what = `list prices of ${LIST_PRICES.region}, ${LIST_PRICES.date}; requests measured ${date} in ${days} days of ${repositories} repositories`;
  return [
    line([what, `a month, for ${sizes.at(-1)}`, ...sizes.map((size) => `US$ for ${size}`)]),
    line(["---", ...sizes.map(() => "---:"), "---:"]),
    ...(costs[0] ?? []).map((row, at) =>
      line([
        row.what,
        rounded(costs.at(-1)?.[at]?.count ?? 0),
        ...costs.map((rows) => (rows[at]?.usd ?? 0).toFixed(2)),
      ]),
    ),
    line(["**together**", "", ...totals.map((usd) => usd.toFixed(2))]),
    "",
  ].join("\n");
}

function rounded(count: number): string {
  return count < 100 ? String(Number(count.toPrecision(2))) : Math.round(count).toLocaleString("en-US");
}
