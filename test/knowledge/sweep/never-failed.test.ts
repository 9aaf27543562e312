import { expect, test } from "vitest";
import { findNeverFailed } from "../../../knowledge/sweep/find-never-failed.ts";
import { isWorthAnIssue } from "../../../knowledge/sweep/rank-findings.ts";
import { weekAfter } from "../../../knowledge/sweep/week.ts";
import { seriesOf } from "../../../knowledge/sweep/week-series.ts";
import { observedRun, passingRuns, WEEK } from "../../support/observed-week.ts";

const sixty = Array.from({ length: 60 }, () => 30);
const earlierOf = (runs: ReturnType<typeof passingRuns>) => [
  { week: weekAfter(WEEK, -1), series: seriesOf(runs) },
];

test("a check without a failure in many results is told with how often it may fail all the same", () => {
  const [found] = findNeverFailed(
    { runs: passingRuns(sixty.slice(0, 40)), earlier: earlierOf(passingRuns(sixty)) },
    WEEK,
  );
  expect(found).toMatchObject({
    kind: "never-failed",
    says: "Job test (ci.yml): no failure seen in 100 results.",
    samples: 100,
    minutes: 0,
  });
  expect(found?.rate?.bounds.high).toBeCloseTo(0.0295, 4);
  expect(found?.says).not.toMatch(/useless|remove/);
  expect(found !== undefined && isWorthAnIssue(found)).toBe(false);
});

test("nothing is said of few results, or where one failed now or before", () => {
  const failing = observedRun(99, { attempts: [[{ conclusion: "failure" }]] });
  expect(findNeverFailed({ runs: passingRuns(sixty.slice(0, 49)), earlier: [] }, WEEK)).toEqual([]);
  expect(findNeverFailed({ runs: [...passingRuns(sixty), failing], earlier: [] }, WEEK)).toEqual([]);
  expect(findNeverFailed({ runs: passingRuns(sixty), earlier: earlierOf([failing]) }, WEEK)).toEqual([]);
});

test("those that take longest come first, and no more than twenty", () => {
  const runs = sixty.map((_, index) =>
    observedRun(index, {
      attempts: [Array.from({ length: 25 }, (_, job) => ({ name: `job ${job}`, seconds: 10 + job }))],
    }),
  );
  const found = findNeverFailed({ runs, earlier: [] }, WEEK);
  expect(found).toHaveLength(20);
  expect(found[0]?.subject.job).toBe("job 24");
});
