import type { Loosening, LooseningKind } from "./loosening.ts";
import type { TestFile } from "./test-model.ts";

/**
 * Values that a file without tests gives to those of other files, where the name tells what they are for. Values of
 * a file with tests are compared where the tests use them.
 */
export function compareConstants(before: TestFile, after: TestFile): Loosening[] {
  const withTests = before.tests.length > 0 || after.tests.length > 0;
  const findings: Loosening[] = [];
  for (const [name, was] of before.constants) {
    const is = after.constants.get(name);
    if (is === undefined || is.value === was.value) continue;
    if (withTests && !REWRITES.test(name)) continue;
    if (!REWRITES.test(name) && !(was.plain && is.plain)) continue;
    const found = judgeConstant(name, Number(was.value), Number(is.value));
    if (found === null) continue;
    const [kind, why] = found;
    const valued = kind === "expectation-changed";
    findings.push({
      kind,
      path: after.path,
      side: "after",
      line: is.line,
      text: is.text,
      why,
      test: null,
      was: valued ? was.value : null,
      is: valued ? is.value : null,
    });
  }
  for (const [name, { value, line, text }] of after.constants)
    if (LEAVES_OUT.test(name) && before.constants.get(name)?.value !== value)
      findings.push({
        kind: "test-skipped",
        path: after.path,
        side: "after",
        line,
        text,
        why: "by it other files of tests are left out",
        test: null,
        was: null,
        is: null,
      });
  return findings;
}

/** pytest's own names for files that it is not to look into. */
const LEAVES_OUT = /^collect_ignore(_glob)?$/;

/** What makes tests write what they expect. */
const REWRITES = /^(update|rewrite|regenerate|regen|record|overwrite)/i;

function judgeConstant(name: string, was: number, is: number): readonly [LooseningKind, string] | null {
  if (REWRITES.test(name))
    return ["assertion-weakened", "what is expected may be written anew by the tests themselves"];
  const raised = !(is <= was);
  if (/timeout|wait|delay/i.test(name))
    return raised ? ["timeout-raised", "it may take longer than before"] : null;
  if (/retries|retry|attempts/i.test(name))
    return raised ? ["retries-raised", "tests may fail more often before it counts"] : null;
  if (/toler|epsilon|delta|precision|margin/i.test(name))
    return raised ? ["tolerance-widened", "values may be further off than before"] : null;
  if (/expect|want|golden|snapshot/i.test(name)) return ["expectation-changed", "another value is expected"];
  return null;
}
