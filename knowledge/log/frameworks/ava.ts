import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** AVA, versions 1 to 6. */
export const ava = {
  framework: "ava",
  cues: [
    "✖ ",
    "✘ ",
    " tests passed",
    " test passed",
    " tests failed",
    " test failed",
    " tests skipped",
    " test skipped",
  ],
  open: openAva,
} as const satisfies TestFramework;

/** Lines that the counts may take; their order differs between versions. */
const COUNT_LINES = 6;

function openAva(): FrameworkReader {
  const sessions = openSessions(["mark"]);
  let stated: Record<string, number> | null = null;
  let countedAt = 0;
  let spoke = false;

  const closeRun = (): void => {
    if (stated !== null) {
      sessions.close({
        failed: stated.failed ?? 0,
        passed: (stated.passed ?? 0) + (stated["known failure"] ?? 0),
        skipped: (stated.skipped ?? 0) + (stated.todo ?? 0),
      });
    }
    stated = null;
  };

  return {
    line(text, at) {
      const count =
        /^ {2}(\d+) (?:tests? (passed|failed|skipped|todo)|(known failure)s?)(?: \[[\d:]+\])?\s*$/.exec(text);
      if (count !== null) {
        const word = (count[2] ?? count[3])!;
        if (stated !== null && (at - countedAt > COUNT_LINES || word in stated)) closeRun();
        stated = { ...stated, [word]: Number(count[1]) };
        countedAt = at;
        spoke = true;
        return COUNT_LINES;
      }
      const mark = /^ {2}(?:✖|✘) (?:\[fail\]: )?(\S.*)$/.exec(text);
      if (mark !== null && !/^(?:No tests found|Timed out|\d+ problems?|Uncaught exception)/.test(mark[1]!)) {
        if (stated !== null) closeRun();
        sessions.tell("mark", ...titleAndMessage(mark[1]!, at));
      }
      return 0;
    },
    end() {
      if (!spoke) return null;
      closeRun();
      return sessions.result();
    },
  };
}

/** AVA puts the message behind the title with nothing but a space between them where it is short. */
function titleAndMessage(text: string, line: number): [name: string, line: number, message?: string] {
  const cut = text.search(
    / (?:Error thrown in test|Rejected promise returned by test|Test finished without running any assertions|Did not|Value is not|Difference)/,
  );
  return cut < 0 ? [text.trim(), line] : [text.slice(0, cut).trim(), line, text.slice(cut)];
}
