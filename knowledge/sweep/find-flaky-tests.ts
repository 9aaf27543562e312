import type { Found } from "./finding.ts";
import { jobResults } from "./job-results.ts";
import type { ObservedRepository, TestResult } from "./observed.ts";
import { counted, percent, shortCommit } from "./say-numbers.ts";
import { median } from "./statistics/median.ts";
import { wilsonBounds } from "./statistics/wilson.ts";

const SURE = 3;
const LIKELY = 2;

/**
 * Tests with both results at one commit and in one job, or that passed when their run tried them again, as learned runs
 * tell. What it costs is not measured: a rerun of a usual job is taken for each commit. Pure.
 */
export function findFlakyTests({
  runs,
  tests,
}: Pick<ObservedRepository, "runs" | "tests">): readonly Found[] {
  const usual = median(jobResults(runs).flatMap(({ seconds }) => seconds ?? [])) ?? 0;
  return tests.suspects.flatMap(({ test, results }) => {
    const told = results.filter(({ outcome }) => outcome !== "skipped");
    const places = [...Map.groupBy(told, ({ commit, job }) => JSON.stringify([commit, job])).values()];
    const mixed = places.filter(wentBothWays);
    return mixed.length === 0 ? [] : [flakyTest(test, mixed, places.length, usual)];
  });
}

function wentBothWays(results: readonly TestResult[]): boolean {
  const passed = results.some(({ outcome }) => outcome === "passed");
  const failed = results.some(({ outcome }) => outcome === "failed" || outcome === "errored");
  return (passed && failed) || results.some(({ flaky }) => flaky);
}

function flakyTest(
  test: string,
  mixed: readonly (readonly TestResult[])[],
  places: number,
  usual: number,
): Found {
  const bounds = wilsonBounds(mixed.length, places);
  const commits = [...new Set(mixed.map((one) => shortCommit(one[0]?.commit ?? "")))];
  return {
    kind: "flaky-test",
    subject: { test, job: mixed[0]?.[0]?.job ?? null },
    says: `Test ${test} both failed and passed at the same commit, ${counted(mixed.length, "time")} of ${places}.`,
    evidence: [
      `Both results at ${commits.slice(0, 5).join(", ")}${commits.length > 5 ? ` and ${commits.length - 5} more` : ""}.`,
      `That is ${percent(mixed.length / places)} of the commits and jobs in which it ran (95 %: ${percent(bounds.low)} to ${percent(bounds.high)}).`,
      "Known from the runs that were learned from; other runs do not count here.",
    ],
    samples: places,
    rate: { found: mixed.length, all: places, bounds },
    minutes: (mixed.length * usual) / 60,
    reruns: mixed.length,
    cost: `a rerun of a usual job, ${Math.round(usual)} s, for each of them; not measured`,
    confidence: mixed.length >= SURE ? "high" : mixed.length >= LIKELY ? "medium" : "low",
    links: [],
    trend: [],
  };
}
