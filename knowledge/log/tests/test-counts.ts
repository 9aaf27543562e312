import type { TestCounts } from "../../test-counts.ts";

export type { TestCounts };
/** The counts before anything was read. */
export const NO_TESTS: TestCounts = {
  total: 0,
  passed: 0,
  failed: 0,
  errored: 0,
  skipped: 0,
  flaky: 0,
};

/** The counts of two runs together. */
export function addCounts(a: TestCounts, b: TestCounts): TestCounts {
  return {
    total: a.total + b.total,
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    errored: a.errored + b.errored,
    skipped: a.skipped + b.skipped,
    flaky: a.flaky + b.flaky,
  };
}

/**
 * Full counts from those that a summary line states: what did not fail and was not skipped has passed, and
 * a total that is not stated is the sum of the parts.
 */
export function completeCounts(stated: Partial<TestCounts>): TestCounts {
  const { failed = 0, errored = 0, skipped = 0, flaky = 0 } = stated;
  const notPassed = failed + errored + skipped;
  const passed = stated.passed ?? Math.max(0, (stated.total ?? notPassed) - notPassed);
  return {
    total: stated.total ?? passed + notPassed,
    passed,
    failed,
    errored,
    skipped,
    flaky,
  };
}
