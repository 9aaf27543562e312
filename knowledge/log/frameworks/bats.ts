import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** Bats with its pretty formatter (its TAP output is read as TAP). */
export const bats = {
  framework: "bats",
  cues: [" ✗ ", " failures", " failure"],
  open: openBats,
} as const satisfies TestFramework;

function openBats(): FrameworkReader {
  const sessions = openSessions(["mark"]);
  const message = openNextLineMessage();
  let spoke = false;

  return {
    line(text, at) {
      const totals =
        /^(\d+) tests?, (\d+) failures?(?:, (\d+) skipped)?(?:, \d+ not run)?(?: in [\d.]+ seconds?)?\s*$/.exec(
          text,
        );
      if (totals !== null) {
        spoke = true;
        sessions.close({
          total: Number(totals[1]),
          failed: Number(totals[2]),
          skipped: Number(totals[3] ?? 0),
        });
        return 0;
      }
      const mark = /^ ✗ (\S.*)$/.exec(text);
      return mark === null
        ? message.offer(text)
        : message.await(sessions.tell("mark", mark[1]!.replace(/ \[\d+\]$/, ""), at));
    },
    end: () => (spoke ? sessions.result() : null),
  };
}
