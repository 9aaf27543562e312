import { join } from "node:path";
import { expect, test } from "vitest";
import { criteriaReport } from "../tools/criteria.ts";

test("every id in a test's title is a known criterion that the title may claim", () => {
  const report = criteriaReport(join(import.meta.dirname, "..", ".."));
  expect(report.unknown).toEqual([]);
  expect(report.discounted).toEqual([]);
});
