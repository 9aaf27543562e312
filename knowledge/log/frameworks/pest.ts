import { readCountList } from "../tests/count-list.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** Pest, and PHPUnit printed by Collision (`php artisan test`). */
export const pest = {
  framework: "pest",
  cues: ["failed  ", "tests:  "],
  open: openPest,
} as const satisfies TestFramework;

const WORDS: readonly string[] = [
  "failed",
  "passed",
  "skipped",
  "todo",
  "todos",
  "risky",
  "incomplete",
  "pending",
  "warnings",
  "warning",
  "deprecated",
];

function openPest(): FrameworkReader {
  const sessions = openSessions(["detail"]);
  const message = openNextLineMessage();

  return {
    line(text, at) {
      const totals = /^ {2}Tests: {2,6}(\d.*?)(?: \(\d+ assertions?\))?\s*$/.exec(text);
      const counts = totals === null ? null : readCountList(totals[1]!);
      if (counts !== null && Object.keys(counts).every((word) => WORDS.includes(word))) {
        sessions.close({
          failed: counts.failed ?? 0,
          passed:
            (counts.passed ?? 0) + (counts.risky ?? 0) + (counts.warnings ?? 0) + (counts.deprecated ?? 0),
          skipped:
            (counts.skipped ?? 0) +
            (counts.todo ?? 0) +
            (counts.todos ?? 0) +
            (counts.incomplete ?? 0) +
            (counts.pending ?? 0),
        });
        return 0;
      }
      const detail = /^ {1,4}FAILED {2}(\S+ > .*)$/.exec(text);
      if (detail === null) return message.offer(text);
      const name = detail[1]!.replace(/ {2,}\S+$/, "").trim();
      return message.await(sessions.tell("detail", name, at));
    },
    end: () => sessions.result(),
  };
}
