import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNumberedFailures } from "../tests/numbered-failures.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * Mocha's spec, dot, list, min and progress reporters, which end alike: counts, then the failures with
 * their titles. A failing hook is a failure of its own. Names are the full titles, as `--grep` sees them.
 */
export const mocha = {
  framework: "mocha",
  cues: [" passing", " failing", " pending", " tests failed", " tests complete", " test failed"],
  open: openMocha,
} as const satisfies TestFramework;

/** Lines that the three counts may take; blank ones stand between them in some terminals. */
const COUNT_LINES = 8;

function openMocha(): FrameworkReader {
  const sessions = openSessions(["list"]);
  const list = openNumberedFailures((name, line) => sessions.tell("list", name, line));
  let counts: { passed: number; failed: number; skipped: number } | null = null;

  const closeRun = (): void => {
    if (counts !== null) sessions.close(counts);
    counts = null;
  };

  const readCount = (text: string): number | null => {
    const count =
      /^\s{0,40}(?:[✔✓•✖] )?(\d+) (passing|pending|failing)(?: \([\d.]+ ?(?:ms|s|m|h)\))?\s*$/.exec(text);
    if (count !== null) {
      const number = Number(count[1]);
      if (count[2] === "passing") {
        closeRun();
        counts = { passed: number, failed: 0, skipped: 0 };
      } else if (counts === null) return 0;
      else if (count[2] === "pending") counts.skipped = number;
      else {
        counts.failed = number;
        return list.expect(number);
      }
      return COUNT_LINES;
    }
    const old =
      /^\s{0,8}(?:✖ (\d+) of (\d+) tests? failed:?|✔ (\d+) tests? complete(?: \([^)]{1,30}\))?)\s*$/.exec(
        text,
      );
    if (old === null) return null;
    closeRun();
    const failed = Number(old[1] ?? 0);
    counts = { passed: Number(old[2] ?? old[3]) - failed, failed, skipped: 0 };
    return list.expect(failed);
  };

  return {
    line: (text, at) => readCount(text) ?? (counts === null ? 0 : list.offer(text, at)),
    end() {
      closeRun();
      return sessions.result();
    },
  };
}
