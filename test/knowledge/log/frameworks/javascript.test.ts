import { describe, expect, test } from "vitest";
import { failedNames, readLines } from "./read-frameworks.ts";

describe("Mocha", () => {
  test("reads the one-line titles of old versions", () => {
    const tests = readLines(
      "  7 passing (2s)",
      "  1 failing",
      "",
      "  1) cart totals with tax:",
      "     Error: timeout of 2000ms exceeded",
      "      at x.js:1",
    );
    expect(tests?.failedTests).toEqual([
      { name: "cart totals with tax", line: 4, message: "Error: timeout of 2000ms exceeded" },
    ]);
  });

  test("adds up runs and keeps blank lines between the counts", () => {
    expect(
      readLines(
        "  2 passing (1s)",
        "",
        "  1 pending",
        "",
        "  1 failing",
        "",
        "  1) a",
        "       b:",
        "",
        "  5 passing (3ms)",
      ),
    ).toMatchObject({
      total: 9,
      passed: 7,
      failed: 1,
      skipped: 1,
    });
  });

  test("does not take a numbered line of a diff for the next failure", () => {
    expect(
      failedNames(
        "  0 passing (1s)",
        "  2 failing",
        "  1) a",
        "       b:",
        "      Error: x",
        "  3) not yet",
        "  2) c",
        "       d:",
        "      Error: y",
      ),
    ).toEqual(["a b", "c d"]);
  });
});

describe("Jest", () => {
  test("a file that cannot be loaded is no test", () => {
    expect(
      readLines(
        "  ● Test suite failed to run",
        "",
        "    SyntaxError",
        "Test Suites: 1 failed, 1 total",
        "Tests:       0 total",
      ),
    ).toMatchObject({
      total: 0,
      failed: 0,
      failedTests: [],
    });
  });

  test("two tests of one name stay two though the summary repeats both", () => {
    const twice = ["  ● cart › adds", "    first", "  ● cart › adds", "    second"];
    expect(
      failedNames(
        ...twice,
        "Summary of all failing tests",
        ...twice,
        "Tests:       2 failed, 1 passed, 3 total",
      ),
    ).toEqual(["cart › adds", "cart › adds"]);
  });
});

describe("Karma", () => {
  test("reads the tree of karma-mocha-reporter", () => {
    const tests = readLines(
      "SUMMARY:",
      "✔ 4 tests completed",
      "ℹ 1 test skipped",
      "✖ 1 test failed",
      "",
      "FAILED TESTS:",
      "  cart",
      "    with tax",
      "      ✖ totals",
      "        Chrome Headless 120.0.0.0 (Linux 0.0.0)",
      "      Error: 3 is not 4",
    );
    expect(tests).toMatchObject({ frameworks: ["karma"], total: 6, failed: 1, skipped: 1 });
    expect(tests?.failedTests.map(({ name }) => name)).toEqual(["cart > with tax > totals"]);
  });
});

describe("TAP", () => {
  test("counts by the plan where no comment does, and forgives TODO", () => {
    expect(readLines("1..3", "ok 1 - a", "not ok 2 - b", "not ok 3 - c # TODO later")).toMatchObject({
      frameworks: ["tap"],
      total: 3,
      failed: 1,
      failedTests: [{ name: "b", line: 3 }],
    });
  });
});

describe("Playwright", () => {
  test("a run that was cut short errored", () => {
    expect(
      readLines(
        "Running 3 tests using 1 worker",
        "  1 interrupted",
        "    [firefox] › a.spec.ts:3:5 › b ────",
        "  1 did not run",
        "  1 passed (1.0s)",
      ),
    ).toMatchObject({
      total: 3,
      passed: 1,
      errored: 1,
      skipped: 1,
      failedTests: [{ name: "[firefox] › a.spec.ts:3:5 › b", line: 3 }],
    });
  });
});
