import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { costTable } from "../../infra/cost-table.ts";
import { monthlyCost } from "../../infra/monthly-cost.ts";
import { templateOf } from "../support/templates.ts";

const USE = { organisations: 1, repositories: 50, products: 5, pushesADay: 10, failuresAWeek: 1 };

test("the operators' guide shows what the script computes", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/operators-guide.md"), "utf8");
  // A formatter of Markdown pads the cells of a table.
  const cells = (table = "") =>
    table.split("\n").flatMap((line) => {
      const row = line.split("|").map((cell) => cell.trim().replace(/^-+/, "-"));
      return row.length > 1 ? [row] : [];
    });
  const shown = /<!-- cost -->\n([\s\S]*?)<!-- \/cost -->/.exec(guide)?.[1];
  expect(cells(shown)).toEqual(cells(costTable(USE)));
});

test("the alarms that are counted are those that are made", () => {
  const alarms = templateOf(inject("synthesised").folder, "assay-watch").of("AWS::CloudWatch::Alarm");
  expect(costTable(USE)).toContain(`| CloudWatch: alarms | ${alarms.length} |`);
});

test("the branches and the changes of a quiet organisation are looked at 144 times a day each", () => {
  const quiet = { ...USE, pushesADay: 0, failuresAWeek: 0, products: 0 };
  const sent = monthlyCost(quiet, 0).find(({ what }) => what.startsWith("EventBridge"));
  expect(sent?.count).toBeCloseTo(2 * 144 * 30.4);
});

test("what happens more often costs more, row by row", () => {
  const usual = monthlyCost(USE, 21);
  const busy = monthlyCost({ ...USE, repositories: 100, failuresAWeek: 5 }, 21);
  for (const [index, { what, usd }] of busy.entries())
    expect([what, usd >= (usual[index]?.usd ?? 0)]).toEqual([what, true]);
});
