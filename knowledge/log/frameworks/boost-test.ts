import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** Boost.Test's human-readable log. It states failures as checks, so that failing tests are counted by name. */
export const boostTest = {
  framework: "boost-test",
  cues: [" test cases...", " test case...", ': error: in "', "*** no errors", " detected in the test "],
  open: openBoostTest,
} as const satisfies TestFramework;

function openBoostTest(): FrameworkReader {
  const sessions = openSessions(["inline"]);
  let running: number | null = null;
  let failing = new Set<string>();

  return {
    line(text, at) {
      const started = /^Running (\d+) test cases?\.\.\./.exec(text);
      if (started !== null) {
        running = Number(started[1]);
        failing = new Set();
        return 0;
      }
      if (running === null) return 0;
      const error = /: (?:fatal )?error: in "([^"]{1,300})": (.*)$/.exec(text);
      if (error !== null) {
        if (!failing.has(error[1]!)) sessions.tell("inline", error[1]!, at, error[2]!);
        failing.add(error[1]!);
        return 0;
      }
      if (/^\*\*\* (?:No errors detected|\d+ failures? (?:is|are) detected)/.test(text)) {
        sessions.close({ total: running, failed: failing.size });
        running = null;
      }
      return 0;
    },
    end: () => sessions.result(),
  };
}
