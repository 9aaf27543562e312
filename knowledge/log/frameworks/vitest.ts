import { readCountList } from "../tests/count-list.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** Vitest's default, verbose and dot reporters. A test that passed on a retry is flaky. */
export const vitest = {
  framework: "vitest",
  cues: ["fail  ", "× ", "tests  ", "(retry x"],
  open: openVitest,
} as const satisfies TestFramework;

const WORDS: readonly string[] = ["failed", "passed", "skipped", "todo", "expected fail"];

function openVitest(): FrameworkReader {
  const sessions = openSessions(["detail", "mark"]);
  const message = openNextLineMessage();
  let flaky = 0;

  return {
    line(text, at) {
      const totals = /^\s{1,12}Tests {2}(?:no tests|(\d.*?)(?: \((\d+)\))?)\s*$/.exec(text);
      if (totals !== null) {
        const counts = readCountList(totals[1] ?? "0 passed", "|");
        if (counts === null || !Object.keys(counts).every((word) => WORDS.includes(word))) return 0;
        sessions.close({
          failed: counts.failed ?? 0,
          passed: (counts.passed ?? 0) + (counts["expected fail"] ?? 0),
          skipped: (counts.skipped ?? 0) + (counts.todo ?? 0),
          flaky,
        });
        flaky = 0;
        return 0;
      }
      const detail = /^\s{0,2}FAIL {2}(\S.* > .*)$/.exec(text);
      if (detail !== null) return message.await(sessions.tell("detail", detail[1]!.trim(), at));
      const mark = /^\s{1,40}(?:❯|×) (\S.* > .*)$/.exec(text);
      if (mark !== null && text.includes("× ")) {
        sessions.tell("mark", mark[1]!.replace(/ \d+ ?ms\s*$/, "").trim(), at);
        return 0;
      }
      if (/✓ .*\(retry x\d+\)/.test(text)) flaky += 1;
      return message.offer(text);
    },
    end: () => sessions.result(),
  };
}
