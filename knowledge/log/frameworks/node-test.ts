import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** Node's own test runner with its spec and dot reporters (its TAP output is read as TAP). */
export const nodeTest = {
  framework: "node-test",
  cues: ["✖ ", "ℹ tests ", "ℹ pass ", "ℹ fail ", "ℹ cancelled ", "ℹ skipped ", "ℹ todo "],
  open: openNodeTest,
} as const satisfies TestFramework;

function openNodeTest(): FrameworkReader {
  const sessions = openSessions(["list", "inline"]);
  const message = openNextLineMessage();
  let stated: Record<string, number> | null = null;
  let listing = false;

  const closeRun = (): void => {
    if (stated !== null) {
      sessions.close({
        total: stated.tests ?? 0,
        failed: stated.fail ?? 0,
        errored: stated.cancelled ?? 0,
        skipped: (stated.skipped ?? 0) + (stated.todo ?? 0),
      });
    }
    stated = null;
    listing = false;
  };

  return {
    line(text, at) {
      const count = /^ℹ (tests|pass|fail|cancelled|skipped|todo) (\d+)\s*$/.exec(text);
      if (count !== null) {
        if (count[1] === "tests") closeRun();
        stated = { ...stated, [count[1]!]: Number(count[2]) };
        return 0;
      }
      if (/^✖ failing tests:\s*$/.test(text)) {
        listing = true;
        return 0;
      }
      const test = /^\s{0,40}✖ (\S.*?) \([\d.]+ms\)\s*$/.exec(text);
      if (test === null) return message.offer(text);
      if (listing) return message.await(sessions.tell("list", test[1]!, at));
      if (stated !== null) closeRun();
      sessions.tell("inline", test[1]!, at);
      return 0;
    },
    end() {
      closeRun();
      return sessions.result();
    },
  };
}
