import type { EvidenceSink } from "./reader.ts";
import type { TestCase } from "./test-case.ts";
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
  return {
    test(test, stated) {
      tests++;
      bad += stated ?? (test.outcome === "failed" || test.outcome === "errored" ? 1 : 0);
      if (test.notRun) notRun++;
      sink.test(test);
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
      const claimed = least(claims.map((claim) => claim.tests));
      const claimedBad = least(claims.map((claim) => claim.bad));
      if (claimed > tests || claimedBad > bad) {
        sink.note({
          kind: "inconsistent",
          line: claims[0]?.line ?? 1,
          message: `the report's own totals say ${claimed} tests and ${claimedBad} failures and errors; it lists ${tests} and ${bad}`,
        });
      }
      if (notRun > 0) {
        const message = `${notRun} of the tests were not run by their status; without a skipped element they count as passed`;
        sink.note({ kind: "info", message });
      }
    },
  };
}

function least(numbers: readonly number[]): number {
  return numbers.length === 0 ? 0 : Math.min(...numbers);
}

/** A count that a report gives, or 0 where it gives none. */
export function count(text: string | undefined): number {
  if (text === undefined) return 0;
  const number = Number(text.replace(/[,\s]/g, ""));
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
