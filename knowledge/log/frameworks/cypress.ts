import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNumberedFailures } from "../tests/numbered-failures.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** Cypress: the failures that Mocha lists for each spec, and the counts of its `(Results)` table. */
export const cypress = {
  framework: "cypress",
  cues: [" failing", "│ tests: ", "│ passing: ", "│ failing: ", "│ pending: ", "│ skipped: "],
  embeds: ["mocha"],
  open: openCypress,
} as const satisfies TestFramework;

function openCypress(): FrameworkReader {
  const sessions = openSessions(["list"]);
  const list = openNumberedFailures((name, line) => sessions.tell("list", name, line));
  let stated: Record<string, number> = {};
  let spoke = false;

  return {
    line(text, at) {
      const row = /^\s{0,8}│ (Tests|Passing|Failing|Pending|Skipped):\s{1,40}(\d+)\s{1,200}│\s*$/.exec(text);
      if (row !== null) {
        stated[row[1]!] = Number(row[2]);
        if (row[1] === "Skipped") {
          spoke = true;
          sessions.close({
            total: stated.Tests ?? 0,
            failed: stated.Failing ?? 0,
            skipped: (stated.Pending ?? 0) + (stated.Skipped ?? 0),
          });
          stated = {};
        }
        return 0;
      }
      const failing = /^\s{0,8}(\d+) failing\s*$/.exec(text);
      return failing === null ? list.offer(text, at) : list.expect(Number(failing[1]));
    },
    end: () => (spoke ? sessions.result() : null),
  };
}
