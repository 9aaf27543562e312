import { expect, test } from "vitest";
import type { BudgetView } from "#knowledge";
import { formatBudget } from "../../../cli/format/budget.ts";
import { createStyle } from "../../../cli/terminal/style.ts";
import { displayWidth } from "../../../cli/terminal/width.ts";

const spend = { spentUSD: "1.35", overUSD: "0.12", calls: 3, inputTokens: 36_000, outputTokens: 2_700 };
const at = "2026-11-30T08:00:00.000Z";
const hostile = "evil\u001b[2J\u202e漢字🎉".repeat(6);

const view: BudgetView = {
  model: { name: hostile, price: null, from: null, listOf: "2026-10-24" },
  groups: [
    {
      group: hostile,
      organisation: null,
      workflows: [hostile, "change"],
      weeklyUSD: "15.00",
      spentUSD: "15.25",
      reservedUSD: "0.00",
      leftUSD: "0.00",
      roomAt: at,
      runs: 4,
    },
    {
      group: "gone",
      organisation: "acme",
      workflows: [],
      weeklyUSD: null,
      spentUSD: "0.00",
      reservedUSD: "0.00",
      leftUSD: null,
      roomAt: null,
      runs: 0,
    },
  ],
  runs: [{ account: hostile, at, ...spend, places: [{ step: hostile, round: 1, attempt: 2, ...spend }] }],
  total: 7,
  totalUSD: "9.99",
  calls: [
    {
      account: hostile,
      id: "res_1",
      at,
      purpose: hostile,
      model: hostile,
      step: "qa",
      round: 1,
      attempt: 2,
      by: hostile,
      state: "settled",
      capUSD: "0.50",
      costUSD: "0.62",
      inputTokens: 12_000,
      cacheReadTokens: 4_000,
      cacheWriteTokens: 0,
      outputTokens: 900,
      latencyMs: 2_300,
    },
  ],
};

test.each([40, 80, 200])("L-038 no row of a budget is wider than %i columns", (columns) => {
  for (const row of formatBudget(view, { columns, style: createStyle(false) }).split("\n"))
    expect(displayWidth(row), row).toBeLessThanOrEqual(columns);
});

test("names from outside leave nothing behind that a terminal obeys", () => {
  const text = formatBudget(view, { columns: 80, style: createStyle(false) });
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test("a spent group says when room comes back, one without workflows that nobody names it", () => {
  const text = formatBudget(view, { columns: 200, style: createStyle(false) });
  expect(text).toContain("$0.00 left of $15.00: $15.25 spent in the last seven days, $0.00 set aside");
  expect(text).toContain("room comes back at 2026-11-30 08:00 UTC");
  expect(text).toContain("no workflow of these settings names this group");
  expect(text).toContain("7 runs, 1 shown, $9.99 in all");
});
