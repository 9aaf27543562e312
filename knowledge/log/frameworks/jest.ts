import { readCountList } from "../tests/count-list.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * Jest. A failure is told under its file and again in the summary of a long run; that counts once. A file
 * that cannot be loaded ran no test and adds none.
 */
export const jest = {
  framework: "jest",
  cues: ["● ", "✕ ", "tests: "],
  open: openJest,
} as const satisfies TestFramework;

/** What Jest prints behind the bullet besides tests. */
const NO_TEST =
  /^(?:Console\b|Test suite failed to run|Validation (?:Warning|Error)|Deprecation Warning|Multiple configurations|process\.exit called|Cannot log after tests are done)/;
const WORDS: readonly string[] = ["failed", "skipped", "todo", "passed", "total", "pending"];

function openJest(): FrameworkReader {
  const sessions = openSessions(["detail", "mark"]);
  const message = openNextLineMessage();

  return {
    line(text, at) {
      const totals = /^\s{0,4}Tests:\s{1,12}(\d.*)$/.exec(text);
      const counts = totals === null ? null : readCountList(totals[1]!);
      if (
        counts !== null &&
        counts.total !== undefined &&
        Object.keys(counts).every((word) => WORDS.includes(word))
      ) {
        sessions.close({
          total: counts.total,
          failed: counts.failed ?? 0,
          skipped: (counts.skipped ?? 0) + (counts.todo ?? 0) + (counts.pending ?? 0),
        });
        return 0;
      }
      const detail = /^\s{0,4}● (\S.*)$/.exec(text);
      if (detail !== null) {
        return NO_TEST.test(detail[1]!) ? 0 : message.await(sessions.tell("detail", detail[1]!.trim(), at));
      }
      const mark = /^\s{1,40}✕ (\S.*)$/.exec(text);
      if (mark !== null) {
        sessions.tell("mark", mark[1]!.replace(/ \([\d.,]+ ?m?s\)\s*$/, "").trim(), at);
        return 0;
      }
      return message.offer(text);
    },
    end: () => sessions.result(),
  };
}
