import type { Loosening } from "./loosening.ts";
import type { TestFile } from "./test-model.ts";

/** Names of what proves less where it is on. */
const LESS =
  /skip|omit|without|disable|lenient|relax|allow|ignore|loose|tolerat|quiet|pending|exclude|^(no|only)([A-Z_]|$)/i;

/** Yes and no that were turned so that tests that stand elsewhere are left out, or ask for less. */
export function compareSwitches(before: TestFile, after: TestFile): Loosening[] {
  const findings: Loosening[] = [];
  for (const [place, was] of before.switches) {
    const is = after.switches.get(place);
    if (is === undefined || is.on === was.on || is.on !== LESS.test(is.name)) continue;
    findings.push({
      kind: "test-skipped",
      path: after.path,
      side: "after",
      line: is.line,
      text: `${place.trim()}: ${is.on}`.slice(0, 200),
      why: "by it tests that stand elsewhere are left out, or ask for less",
      test: null,
      was: null,
      is: null,
    });
  }
  return findings;
}
