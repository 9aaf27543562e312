import type { TestCounts } from "../../test-counts.ts";
import type { EvidenceSink } from "../reader.ts";
import type { TestCase } from "../test-case.ts";

/** The tests read so far. */
export type RunningCounts = { -readonly [K in keyof TestCounts]: TestCounts[K] };

export function noTests(): RunningCounts {
  return { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };
}

/** Adds a test to the counts. */
export function countTest(into: RunningCounts, test: Pick<TestCase, "outcome" | "flaky">): void {
  into.total += 1;
  into[test.outcome] += 1;
  if (test.flaky) into.flaky += 1;
}

/** Counts each test on its way to the sink. */
export function countingSink(sink: EvidenceSink): {
  readonly counted: Readonly<RunningCounts>;
  test(test: TestCase): void;
} {
  const counted = noTests();
  return {
    counted,
    test(test) {
      countTest(counted, test);
      sink.test(test);
    },
  };
}
