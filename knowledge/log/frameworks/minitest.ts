import { readCountList } from "../tests/count-list.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import { qualifiedTestName } from "../tests/qualified-test-name.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** Ruby's Minitest (Rails too) and test-unit. Names are `Class#method`. */
export const minitest = {
  framework: "minitest",
  cues: ["failure:", "error:", " assertions, "],
  open: openMinitest,
} as const satisfies TestFramework;

const WORDS = /^(?:runs?|tests?|assertions?|failures?|errors?|skips?|pendings?|omissions?|notifications?)$/;

function openMinitest(): FrameworkReader {
  const sessions = openSessions(["detail"]);
  const message = openNextLineMessage();
  let expectsName = false;

  return {
    line(text, at) {
      const counts = / assertions, /.test(text) ? readCountList(text) : null;
      if (counts !== null && Object.keys(counts).every((word) => WORDS.test(word))) {
        sessions.close({
          total: counts.runs ?? counts.tests ?? 0,
          failed: counts.failures ?? 0,
          errored: counts.errors ?? 0,
          skipped: (counts.skips ?? 0) + (counts.pendings ?? 0) + (counts.omissions ?? 0),
        });
        return 0;
      }
      if (/^(?:\s{0,6}\d+\) )?(?:Failure|Error):\s*$/.test(text)) {
        expectsName = true;
        return 2;
      }
      const unit = /^(?:Failure|Error): (test\S*.{0,300}?\([\w:]+\))(?:: ?(.*)|\s*\[.*)?$/.exec(text);
      if (unit !== null) return message.await(sessions.tell("detail", rubyName(unit[1]!), at, unit[2] ?? ""));
      if (expectsName && text.trim() !== "") {
        expectsName = false;
        const name = /^(\S+#.{1,300}?|test\S*.{0,300}?\([\w:]+\))(?: \[.*\])?:?\s*$/.exec(text);
        return name === null ? 0 : message.await(sessions.tell("detail", rubyName(name[1]!), at));
      }
      return message.offer(text);
    },
    end: () => sessions.result(),
  };
}

/** `Class#method` from the older `method(Class)`. */
function rubyName(text: string): string {
  const old = /^(.{1,300})\(([\w:]+)\)$/.exec(text);
  return old === null ? qualifiedTestName(text) : `${old[2]}#${old[1]}`;
}
