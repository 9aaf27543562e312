import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { costTable, sizedUse } from "../../infra/cost-table.ts";
import { readMeasured } from "../../infra/measured.ts";
import { monthlyCost } from "../../infra/monthly-cost.ts";
import { unitUses } from "../../infra/unit-uses.ts";
import { LAMBDAS } from "../../lambdas/registry.ts";
import { templateOf } from "../support/templates.ts";

const HAPPENING = { pushesADay: 10, failuresAWeek: 1 };
const USES = [10, 100, 1_000].map((count) => sizedUse(count, HAPPENING));
const USE = sizedUse(50, HAPPENING);
const MEASURED = readMeasured();

test("the operators' guide shows what the script computes", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/operators-guide.md"), "utf8");
  // A formatter of Markdown pads the cells of a table.
  const cells = (table = "") =>
    table.split("\n").flatMap((line) => {
      const row = line.split("|").map((cell) => cell.trim().replace(/^-+/, "-"));
      return row.length > 1 ? [row] : [];
    });
  const shown = /<!-- cost -->\n([\s\S]*?)<!-- \/cost -->/.exec(guide)?.[1];
  expect(cells(shown)).toEqual(cells(costTable(USES, MEASURED)));
});

test("what is committed was measured over a whole year, of every function that takes messages", () => {
  expect(MEASURED.days).toBeGreaterThanOrEqual(365);
  for (const { name } of LAMBDAS) expect([name, MEASURED.functions[name]?.runs ?? 0]).not.toEqual([name, 0]);
});

test("what one of each thing takes adds up to what was measured", () => {
  const { push, lookReads, sweep } = unitUses(MEASURED);
  const { watch, sweep: swept } = MEASURED.functions;
  const reads = lookReads * MEASURED.repositories * MEASURED.looks + push.read * MEASURED.pushes;
  expect(reads).toBeCloseTo(watch?.read ?? 0, 0);
  expect(sweep.github * MEASURED.sweeps).toBeCloseTo(swept?.github ?? 0, 0);
});

test("the alarms that are counted are those that are made", () => {
  const alarms = templateOf(inject("synthesised").folder, "assay-watch").of("AWS::CloudWatch::Alarm");
  expect(costTable([USE], MEASURED)).toContain(`| CloudWatch: alarms | ${alarms.length} |`);
});

test("the branches and the changes of a quiet organisation are looked at 144 times a day each", () => {
  const quiet = { ...USE, pushesADay: 0, failuresAWeek: 0, products: 0 };
  const sent = monthlyCost(quiet, 0, MEASURED).find(({ what }) => what.startsWith("EventBridge"));
  expect(sent?.count).toBeCloseTo(2 * 144 * 30.4);
});

test("what happens more often costs more, row by row", () => {
  const usual = monthlyCost(USE, 21, MEASURED);
  const busy = monthlyCost({ ...USE, repositories: 100, failuresAWeek: 5 }, 21, MEASURED);
  for (const [index, { what, usd }] of busy.entries())
    expect([what, usd >= (usual[index]?.usd ?? 0)]).toEqual([what, true]);
});
