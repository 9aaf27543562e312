import { readLabelledCounts } from "../tests/count-list.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** NUnit's console runner, versions 2 and 3, and NUnitLite. Inconclusive tests count as skipped. */
export const nunitConsole = {
  framework: "nunit-console",
  cues: [") failed : ", ") error : ", ") test failure : ", ") test error : ", "test count: ", "tests run: "],
  open: openNunitConsole,
} as const satisfies TestFramework;

function openNunitConsole(): FrameworkReader {
  const sessions = openSessions(["list"]);
  const message = openNextLineMessage();
  let pending: Parameters<typeof sessions.close>[0] | null = null;

  const closeRun = (): void => {
    if (pending !== null) sessions.close(pending);
    pending = null;
  };

  return {
    line(text, at) {
      const body = text.trim();
      const three = body.startsWith("Test Count: ") ? readLabelledCounts(body) : null;
      if (three !== null && three.passed !== undefined) {
        sessions.close({
          total: three["test count"] ?? 0,
          failed: three.failed ?? 0,
          skipped: (three.skipped ?? 0) + (three.inconclusive ?? 0),
        });
        return 0;
      }
      const two =
        /^Tests run: (\d+), Errors: (\d+), Failures: (\d+), Inconclusive: (\d+), Time: [\d.,]+ seconds/.exec(
          body,
        );
      if (two !== null) {
        closeRun();
        const [total, errored, failed, skipped] = two.slice(1).map(Number);
        pending = {
          total: total!,
          errored: errored!,
          failed: failed!,
          skipped: skipped!,
        };
        return 0;
      }
      const failed = /^\d+\) (?:Failed|Error|Invalid|Test Failure|Test Error) : (\S.*)$/.exec(body);
      return failed === null ? message.offer(text) : message.await(sessions.tell("list", failed[1]!, at));
    },
    end() {
      closeRun();
      return sessions.result();
    },
  };
}
