import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** Ginkgo, versions 1 and 2: the counts of each suite and its list of failures. */
export const ginkgo = {
  framework: "ginkgo",
  cues: ["summarizing ", "[fail] ", "[panicked] ", "[timedout] ", " passed | "],
  open: openGinkgo,
} as const satisfies TestFramework;

const COUNTS =
  /^(?:FAIL!|SUCCESS!) .{0,80}?-- (\d+) Passed \| (\d+) Failed \|(?: (\d+) Flaked \|)? (\d+) Pending \| (\d+) Skipped/;

function openGinkgo(): FrameworkReader {
  const sessions = openSessions(["list"]);
  let listing = false;

  return {
    line(text, at) {
      const counts = COUNTS.exec(text);
      if (counts !== null) {
        listing = false;
        const [passed, failed, flaky, pending, skipped] = counts
          .slice(1, 6)
          .map((digits) => Number(digits ?? 0));
        sessions.close({
          passed: passed!,
          failed: failed!,
          skipped: pending! + skipped!,
          flaky: flaky!,
        });
        return 0;
      }
      if (/^Summarizing \d+ Failures?:/.test(text)) {
        listing = true;
        return 0;
      }
      const entry = listing
        ? /^\s{0,8}\[(?:FAIL|Fail|PANICKED!?|Panic!?|TIMEDOUT)\] (\S.*)$/i.exec(text)
        : null;
      if (entry !== null) sessions.tell("list", entry[1]!.trim(), at);
      return 0;
    },
    end: () => sessions.result(),
  };
}
