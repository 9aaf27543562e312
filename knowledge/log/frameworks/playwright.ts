import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import type { Telling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** Playwright Test's list, line and dot reporters. What passed on a retry is flaky, what it cut short errored. */
export const playwright = {
  framework: "playwright",
  cues: [
    "tests using ",
    "test using ",
    " › ",
    " failed",
    " passed (",
    " flaky",
    " skipped",
    " did not run",
    " interrupted",
  ],
  open: openPlaywright,
} as const satisfies TestFramework;

const LIST_LINES = 3;

function openPlaywright(): FrameworkReader {
  const sessions = openSessions(["summary", "detail"]);
  const message = openNextLineMessage();
  let running = false;
  let stated: Record<string, number> = {};
  let listed: string | null = null;
  const detailed = new Map<string, Telling>();

  const closeRun = (): void => {
    if (running && Object.keys(stated).length > 0) {
      sessions.close({
        passed: (stated.passed ?? 0) + (stated.flaky ?? 0),
        failed: stated.failed ?? 0,
        errored: stated.interrupted ?? 0,
        skipped: (stated.skipped ?? 0) + (stated["did not run"] ?? 0),
        flaky: stated.flaky ?? 0,
      });
    }
    stated = {};
    listed = null;
    detailed.clear();
  };

  return {
    line(text, at) {
      if (/^Running \d+ tests? using \d+ workers?/.test(text)) {
        closeRun();
        running = true;
        return 0;
      }
      if (!running) return 0;
      const count =
        /^\s{1,8}(\d+) (failed|passed|flaky|skipped|did not run|interrupted)(?: \([\d.]+(?:ms|s|m|h)\))?\s*$/.exec(
          text,
        );
      if (count !== null) {
        stated[count[2]!] = Number(count[1]);
        listed = count[2]!;
        return LIST_LINES;
      }
      const detail = /^\s{1,8}\d+\) (\S.* › .*)$/.exec(text);
      if (detail !== null) {
        const name = testTitle(detail[1]!);
        if (detailed.has(name)) return 0;
        const telling = sessions.tell("detail", name, at);
        detailed.set(name, telling);
        return message.await(telling);
      }
      const entry =
        listed === "failed" || listed === "interrupted" ? /^\s{1,12}(\S.* › .*)$/.exec(text) : null;
      if (entry !== null) {
        sessions.tell("summary", testTitle(entry[1]!), at);
        return LIST_LINES;
      }
      return message.offer(text);
    },
    end() {
      closeRun();
      return running ? sessions.result() : null;
    },
  };
}

/** Without the rule that fills the line. */
function testTitle(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === "─" || text[end - 1] === "=" || text[end - 1] === " ")) end -= 1;
  return text.slice(0, end);
}
