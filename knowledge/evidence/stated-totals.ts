import type { EvidenceSink } from "./reader.ts";
import type { TestCase, TestOutcome } from "./test-case.ts";

/** Counts of the tests read so far, to be held against what the report says of itself. */
export interface Counted {
  total: number;
  passed: number;
  failed: number;
  errored: number;
  skipped: number;
  flaky: number;
}

export function nothingCounted(): Counted {
  return { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };
}

export function count(into: Counted, test: Pick<TestCase, "outcome" | "flaky">): void {
  const key: TestOutcome = test.outcome;
  into.total += 1;
  into[key] += 1;
  if (test.flaky) into.flaky += 1;
}

/** One total as stated (undefined where the report does not say) and as read. */
export interface StatedTotal {
  readonly what: string;
  readonly stated: number | undefined;
  readonly read: number;
}

/** Notes every stated total that the tests read do not add up to (`inconsistent`). */
export function checkTotals(sink: EvidenceSink, line: number, totals: readonly StatedTotal[]): void {
  const wrong = totals.filter(({ stated, read }) => stated !== undefined && stated !== read);
  if (wrong.length === 0) return;
  const said = wrong.map(({ what, stated, read }) => `${stated} ${what} stated, ${read} read`).join("; ");
  sink.note({ kind: "inconsistent", line, message: said });
}
