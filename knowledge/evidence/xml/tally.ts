import type { EvidenceSink } from "../reader.ts";
import { checkTotals } from "../shared/declared-totals.ts";
import type { Failure, TestCase } from "../test-case.ts";
import type { XmlDamage } from "./xml-damage.ts";
import { damageNote } from "./xml-damage.ts";

/** Numbers that a report gives of itself, and the line where. `bad` = failures and errors together. */
export interface Claim {
  readonly tests: number;
  readonly bad: number;
  readonly line: number;
}

/** Counts tests on their way to the sink and closes the report with the notes that the counts call for. */
export interface Tally {
  /** `bad`: failures and errors that the test has, where the report counts each of several. */
  test(test: TestCase, bad?: number): void;
  /** A failure outside the tests that the report counts as it counts theirs. */
  outside(note: string, failure: Failure): void;
  /** What the report says of itself at one of its levels; levels may disagree, see {@link Tally.close}. */
  claim(level: string, claim: Claim): void;
  /**
   * The notes at the end. Producers are sloppy with totals, so that only a report which claims more than it
   * lists at every one of its levels is called inconsistent: those tests ran and are not here.
   */
  close(damage: XmlDamage | undefined, format: string): void;
}

export function tally(sink: EvidenceSink): Tally {
  const levels = new Map<string, Claim>();
  let tests = 0;
  let bad = 0;
  let notRun = 0;
  let outside = 0;
  return {
    test(test, stated) {
      tests++;
      bad += stated ?? (test.outcome === "failed" || test.outcome === "errored" ? 1 : 0);
      if (test.notRun) notRun++;
      sink.test(test);
    },
    outside(message, failure) {
      outside++;
      sink.note({ kind: "suite-error", line: failure.line, message }, failure);
    },
    claim(level, claim) {
      const before = levels.get(level);
      levels.set(level, {
        tests: (before?.tests ?? 0) + claim.tests,
        bad: (before?.bad ?? 0) + claim.bad,
        line: before?.line ?? claim.line,
      });
    },
    close(damage, format) {
      if (damage) sink.note(damageNote(damage, tests, format));
      const claims = [...levels.values()];
      checkTotals(sink, claims[0]?.line ?? 1, [
        { what: "tests", stated: least(claims.map((claim) => claim.tests)), read: tests },
        { what: "failures and errors", stated: least(claims.map((claim) => claim.bad)), read: bad + outside },
      ]);
      if (notRun > 0) {
        const message = `${notRun} of the tests were not run by their status; without a skipped element they count as passed`;
        sink.note({ kind: "info", message });
      }
    },
  };
}

function least(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : Math.min(...numbers);
}
