import { withoutBuildPrefix } from "../tests/build-prefix.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** TestNG's own text report. Only the suite's totals count, not those of each `<test>` within it. */
export const testng = {
  framework: "testng",
  cues: ["total tests run:", "failed: ", "failed configuration: "],
  open: openTestng,
} as const satisfies TestFramework;

const TOTALS = /^Total tests run: (\d+)(?:, Passes: \d+)?, Failures: (\d+)(?:, Retries: \d+)?, Skips: (\d+)/;

function openTestng(): FrameworkReader {
  const sessions = openSessions(["inline"]);
  const message = openNextLineMessage();
  let spoke = false;

  return {
    line(raw, at) {
      const text = withoutBuildPrefix(raw);
      const totals = TOTALS.exec(text);
      if (totals !== null) {
        spoke = true;
        sessions.close({
          total: Number(totals[1]),
          failed: Number(totals[2]),
          skipped: Number(totals[3]),
        });
        return 0;
      }
      const failed = /^FAILED: ([\w$.]+.*)$/.exec(text);
      return failed === null
        ? message.offer(text)
        : message.await(sessions.tell("inline", failed[1]!.trim(), at));
    },
    end: () => (spoke ? sessions.result() : null),
  };
}
