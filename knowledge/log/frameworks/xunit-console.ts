import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** xUnit.net's console runner, versions 2 and 3. */
export const xunitConsole = {
  framework: "xunit-console",
  cues: [" [fail]", " total: "],
  open: openXunitConsole,
} as const satisfies TestFramework;

const TOTALS =
  /^\s{1,8}\S.*?\s{1,40}Total: (\d+), {1,8}Errors: {1,8}(\d+), {1,8}Failed: {1,8}(\d+), {1,8}Skipped: {1,8}(\d+),/;

function openXunitConsole(): FrameworkReader {
  const sessions = openSessions(["inline"]);
  const message = openNextLineMessage();
  let spoke = false;

  return {
    line(text, at) {
      const totals = TOTALS.exec(text);
      if (totals !== null) {
        spoke = true;
        const [total, errored, failed, skipped] = totals.slice(1).map(Number);
        sessions.close({
          total: total!,
          errored: errored!,
          failed: failed!,
          skipped: skipped!,
        });
        return 0;
      }
      const failed = /^(?:\[xUnit\.net [\d:.]+\])?\s{2,8}(\S.*) \[FAIL\]\s*$/.exec(text);
      return failed === null ? message.offer(text) : message.await(sessions.tell("inline", failed[1]!, at));
    },
    end: () => (spoke ? sessions.result() : null),
  };
}
