import { withoutBuildPrefix } from "../tests/build-prefix.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { qualifiedTestName } from "../tests/qualified-test-name.ts";
import type { Telling } from "../tests/tellings.ts";
import { explainTelling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** JUnit 3 and 4 run by their own text runner (`java org.junit.runner.JUnitCore`, Bazel, Buck). */
export const junitText = {
  framework: "junit-text",
  cues: ["there was ", "there were ", "tests run:", "ok ("],
  open: openJunitText,
} as const satisfies TestFramework;

const LIST_LINES = 200;

function openJunitText(): FrameworkReader {
  const sessions = openSessions(["list"]);
  let listing = false;
  let next = 1;
  let open: Telling | null = null;
  let spoke = false;

  return {
    line(raw, at) {
      const text = withoutBuildPrefix(raw);
      if (/^There (?:was|were) \d+ (?:failures?|errors?):\s*$/.test(text)) {
        listing = true;
        next = 1;
        return LIST_LINES;
      }
      const totals = /^Tests run: (\d+), {1,2}Failures: (\d+)(?:, {1,2}Errors: (\d+))?\s*$/.exec(text);
      if (totals !== null) {
        spoke ||= listing;
        if (listing)
          sessions.close({
            total: Number(totals[1]),
            failed: Number(totals[2]),
            errored: Number(totals[3] ?? 0),
          });
        listing = false;
        return 0;
      }
      const ok = /^OK \((\d+) tests?\)\s*$/.exec(text);
      if (ok !== null) {
        spoke = true;
        sessions.close({ total: Number(ok[1]) });
        return 0;
      }
      if (!listing) return 0;
      const entry = new RegExp(`^${next}\\) (\\S.*)$`).exec(text);
      const name = entry === null ? null : listedName(entry[1]!);
      if (name !== null) {
        open = sessions.tell("list", name.test, at, name.message);
        next += 1;
      } else if (open !== null) {
        explainTelling(open, text);
      }
      return LIST_LINES;
    },
    end: () => (spoke ? sessions.result() : null),
  };
}

/** `method(com.x.YTest)`, with the message on the same line in JUnit 3. */
function listedName(text: string): { test: string; message: string } | null {
  const close = text.search(/\)(?:$|[^\w)[\]])/);
  const test = close < 0 ? text : text.slice(0, close + 1);
  const name = qualifiedTestName(test);
  return /^[\w$.[\]]+/.test(name) ? { test: name, message: text.slice(test.length) } : null;
}
