import { readCountList } from "../tests/count-list.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** Cucumber for Ruby, JavaScript and the JVM, and Python's behave. Counts and names are of scenarios. */
export const cucumber = {
  framework: "cucumber",
  cues: [
    "cucumber ",
    " scenario (",
    " scenarios (",
    " scenarios",
    "scenario: ",
    "scenarios passed, ",
    "scenario passed, ",
    "failing scenarios:",
    "failed scenarios:",
  ],
  open: openCucumber,
} as const satisfies TestFramework;

const LIST_LINES = 2;

function openCucumber(): FrameworkReader {
  const sessions = openSessions(["list", "detail"]);
  let listing = false;
  let pending: {
    passed: number;
    failed: number;
    errored: number;
    skipped: number;
  } | null = null;

  const closeRun = (): void => {
    if (pending !== null) sessions.close(pending);
    pending = null;
  };

  return {
    line(text, at) {
      const counts = scenarioCounts(text);
      if (counts !== null) {
        closeRun();
        listing = false;
        pending = counts;
        return 0;
      }
      if (/^(?:Failing|Failed) [Ss]cenarios:\s*$/.test(text)) {
        listing = true;
        return LIST_LINES;
      }
      const rerun = /^cucumber (?:-p \S+ )?\S+\.feature:\d+\s+# (?:Scenario(?: Outline)?: )?(.*)$/.exec(text);
      if (rerun !== null) {
        sessions.tell("list", rerun[1]!.trim(), at);
        return 0;
      }
      const detail = /^\s{0,4}\d+\) Scenario: (.*?)(?: \(attempt \d.*\))? # \S+:\d+\s*$/.exec(text);
      if (detail !== null) sessions.tell("detail", detail[1]!.trim(), at);
      const entry = listing ? /^\s{0,4}\S+\.feature:\d+ (?:# |\s)(.*)$/.exec(text) : null;
      if (entry !== null) sessions.tell("list", entry[1]!.replace(/^Scenario(?: Outline)?: /, "").trim(), at);
      if (entry === null && text.trim() !== "") listing = false;
      return listing ? LIST_LINES : 0;
    },
    end() {
      closeRun();
      return sessions.result();
    },
  };
}

/** `3 scenarios (1 failed, 2 passed)`, or behave's `2 scenarios passed, 1 failed, 0 skipped`. */
function scenarioCounts(text: string) {
  const listed = /^(\d+) [Ss]cenarios?(?: \(([^)]*)\))?\s*$/.exec(text);
  const behave = /^(\d+) scenarios? passed, (.*)$/.exec(text);
  const counts = listed === null ? readCountList(behave?.[2] ?? "x") : readCountList(listed[2] ?? "0 passed");
  if (counts === null) return null;
  return {
    passed: behave === null ? (counts.passed ?? 0) : Number(behave[1]),
    failed: counts.failed ?? 0,
    errored: (counts.undefined ?? 0) + (counts.ambiguous ?? 0) + (counts.error ?? 0) + (counts.unknown ?? 0),
    skipped: (counts.skipped ?? 0) + (counts.pending ?? 0) + (counts.untested ?? 0),
  };
}
