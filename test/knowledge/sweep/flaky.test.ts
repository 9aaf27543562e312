import { describe, expect, test } from "vitest";
import { findFlakyJobs } from "../../../knowledge/sweep/find-flaky-jobs.ts";
import { findFlakyTests } from "../../../knowledge/sweep/find-flaky-tests.ts";
import type { TestResult } from "../../../knowledge/sweep/observed.ts";
import { observedRepository, observedRun, passingRuns } from "../../support/observed-week.ts";

const failed = { conclusion: "failure", seconds: 90 };
const passed = { conclusion: "success", seconds: 100 };

describe("flaky jobs", () => {
  test("are those that failed and passed in a later attempt at the same commit, with how many commits were looked at", () => {
    const runs = [
      ...passingRuns(Array.from({ length: 9 }, () => 60)),
      observedRun(9, { commit: "a".repeat(40), attempts: [[failed], [passed]] }),
    ];
    const [found, ...more] = findFlakyJobs({ runs });
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      kind: "flaky-job",
      subject: { path: ".github/workflows/ci.yml", job: "test" },
      says: "Job test (ci.yml) failed and passed later at the same commit, at 1 of 10 commits.",
      samples: 10,
      rate: { found: 1, all: 10 },
      minutes: 1.5,
      reruns: 1,
      confidence: "low",
    });
    expect(found?.rate?.bounds.low).toBeCloseTo(0.0179, 3);
    expect(found?.rate?.bounds.high).toBeCloseTo(0.4042, 3);
    expect(found?.links).toEqual([
      {
        text: "aaaaaaaaaa, attempt 1",
        url: "https://forge.example.org/octo/shop/actions/runs/1/job/1000900",
      },
    ]);
  });

  test("are found in two runs of one workflow at one commit too, and are surer the more commits show it", () => {
    const twice = (index: number, commit: string) => [
      observedRun(index, { commit, attempts: [[failed]] }),
      observedRun(index + 1, { commit, attempts: [[passed]] }),
    ];
    const runs = [...twice(0, "a"), ...twice(2, "b"), ...twice(4, "c")];
    expect(findFlakyJobs({ runs: runs.slice(0, 4) })).toMatchObject([{ confidence: "medium", reruns: 2 }]);
    expect(findFlakyJobs({ runs })).toMatchObject([{ confidence: "high", samples: 3, minutes: 4.5 }]);
  });

  test("are not those that failed at one commit and passed at the next, that never passed again, or failed after they passed", () => {
    const runs = [
      observedRun(0, { commit: "a", attempts: [[failed]] }),
      observedRun(1, { commit: "b", attempts: [[passed]] }),
      observedRun(2, { commit: "c", attempts: [[failed], [failed], [failed]] }),
      observedRun(3, { commit: "d", attempts: [[passed], [failed]] }),
    ];
    expect(findFlakyJobs({ runs })).toEqual([]);
  });

  test("are told apart by workflow and name, and what was cancelled or skipped is no failure", () => {
    const runs = [
      observedRun(0, { commit: "a", path: ".github/workflows/one.yml", attempts: [[failed]] }),
      observedRun(1, { commit: "a", path: ".github/workflows/two.yml", attempts: [[passed]] }),
      observedRun(2, { commit: "b", attempts: [[{ ...failed, name: "lint" }, passed]] }),
      observedRun(3, { commit: "c", attempts: [[{ conclusion: "cancelled" }], [passed]] }),
      observedRun(4, {
        commit: "d",
        attempts: [[{ conclusion: "skipped" }], [{ conclusion: null }], [passed]],
      }),
    ];
    expect(findFlakyJobs({ runs })).toEqual([]);
  });
});

describe("flaky tests", () => {
  const result = (
    commit: string,
    outcome: TestResult["outcome"],
    over: Partial<TestResult> = {},
  ): TestResult => ({
    commit,
    job: "unit",
    outcome,
    flaky: false,
    ...over,
  });
  const found = (results: readonly TestResult[]) =>
    findFlakyTests(
      observedRepository({
        runs: passingRuns([60, 120, 180]),
        tests: { runs: 3, suspects: [{ test: "cart adds a line", results }], scopes: [] },
      }),
    );

  test("have both results at one commit and in one job, with bounds; a rerun of a usual job is what each costs", () => {
    expect(
      found([
        result("a", "failed"),
        result("a", "passed"),
        result("b", "errored"),
        result("b", "passed"),
        result("c", "passed"),
        result("d", "passed"),
      ]),
    ).toMatchObject([
      {
        kind: "flaky-test",
        subject: { test: "cart adds a line", job: "unit" },
        samples: 4,
        rate: { found: 2, all: 4 },
        minutes: 4,
        confidence: "medium",
      },
    ]);
  });

  test("are also those that passed when their run tried again", () => {
    expect(found([result("a", "passed", { flaky: true })])).toMatchObject([{ reruns: 1, confidence: "low" }]);
  });

  test("are not those whose results differ from commit to commit, from job to job, or that were skipped", () => {
    expect(
      found([
        result("a", "failed"),
        result("b", "passed"),
        result("c", "failed"),
        result("c", "passed", { job: "browser" }),
        result("d", "failed"),
        result("d", "skipped"),
      ]),
    ).toEqual([]);
  });
});
