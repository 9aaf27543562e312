import type { FrameworkResult } from "./framework.ts";
import { openTellings, type Telling } from "./tellings.ts";
import { addCounts, completeCounts, NO_TESTS, type TestCounts } from "./test-counts.ts";

/** The runs of one framework in one log, one after the other, added up. */
export interface TestSessions<Channel extends string> {
  /** A failed test of the run that is open. */
  tell(channel: Channel, name: string, line: number, message?: string): Telling;
  /** The summary of the open run was read: what it states wins over what was counted. */
  close(stated: Partial<TestCounts>): void;
  /** True where the open run told of a failure. */
  hasTold(): boolean;
  /**
   * All runs together; null where none spoke. A run whose summary never came (a log that was cut) is
   * counted from what it told, and from `counted` where the reader kept count itself.
   */
  result(counted?: Partial<TestCounts>): FrameworkResult | null;
}

/** Opens the runs of one framework; `channels` are the ways it tells of a failure, in order of trust. */
export function openSessions<Channel extends string>(channels: readonly Channel[]): TestSessions<Channel> {
  let open = openTellings(channels);
  let counts: TestCounts | null = null;
  const failedTests: Telling[] = [];

  const close = (stated: Partial<TestCounts>): void => {
    const complete = completeCounts(stated);
    failedTests.push(...open.settle(complete.failed + complete.errored));
    counts = addCounts(counts ?? NO_TESTS, complete);
    open = openTellings(channels);
  };

  const closeUnstated = (counted: Partial<TestCounts>): void => {
    const told = open.settle(null);
    const failed = Math.max(told.length - (counted.errored ?? 0), counted.failed ?? 0);
    failedTests.push(...told);
    const complete = completeCounts({ ...counted, failed });
    const sum = complete.passed + complete.failed + complete.errored + complete.skipped;
    counts = addCounts(counts ?? NO_TESTS, {
      ...complete,
      total: Math.max(complete.total, sum),
    });
    open = openTellings(channels);
  };

  return {
    tell: (channel, name, line, message) => open.tell(channel, name, line, message),
    close,
    hasTold: () => !open.isEmpty(),
    result: (counted) => {
      const hasCounted = counted !== undefined && Object.values(counted).some((count) => count > 0);
      if (hasCounted || !open.isEmpty()) closeUnstated(counted ?? {});
      return counts === null ? null : { ...counts, failedTests };
    },
  };
}
