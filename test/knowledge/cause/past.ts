import type { PastOutcome } from "../../../knowledge/cause/symptoms.ts";

/** A history of the one test that fails in these tests: passes of no commit, branch or job unless said otherwise. */
export function past(rows: readonly Partial<PastOutcome>[]): ReadonlyMap<string, readonly PastOutcome[]> {
  return new Map([
    [
      "CartTest.totals",
      rows.map((row, index) => ({
        run: `r${index}`,
        job: null,
        commit: null,
        branch: null,
        outcome: "passed" as const,
        flaky: false,
        fingerprint: null,
        ...row,
      })),
    ],
  ]);
}
