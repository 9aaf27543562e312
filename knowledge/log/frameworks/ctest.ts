import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** CTest. What its tests print themselves (GoogleTest, Catch2 …) is theirs and not counted again. */
export const ctest = {
  framework: "ctest",
  cues: [
    "% tests passed, ",
    "***failed",
    "***timeout",
    "***exception",
    "***not run",
    "the following tests",
    " (failed)",
    " (timeout)",
    " (not run)",
    " (segfault)",
    " (child aborted)",
    " (subprocess aborted)",
  ],
  embeds: ["gtest", "catch2", "doctest", "boost-test"],
  open: openCtest,
} as const satisfies TestFramework;

function openCtest(): FrameworkReader {
  const sessions = openSessions(["list", "inline"]);
  let list: "failed" | "other" | null = null;
  let pending: { total: number; failed: number } | null = null;

  const closeRun = (): void => {
    if (pending !== null) sessions.close(pending);
    pending = null;
    list = null;
  };

  return {
    line(text, at) {
      const totals = /^\d+% tests passed, (\d+) tests? failed out of (\d+)/.exec(text);
      if (totals !== null) {
        closeRun();
        pending = { total: Number(totals[2]), failed: Number(totals[1]) };
        return 0;
      }
      if (/^The following tests (?:FAILED|did not run):/.test(text)) {
        list = text.includes("FAILED") ? "failed" : "other";
        return 1;
      }
      const entry =
        list === "failed"
          ? /^\s{1,12}(\d{1,6}) - (\S.*?) \(([A-Za-z ]+)\)(?:\s{1,40}\S.*)?\s*$/.exec(text)
          : null;
      if (entry !== null) {
        sessions.tell("list", entry[2]!, at, entry[3]!);
        return 1;
      }
      if (list !== null && text.trim() === "") list = null;
      const inline = /^\s{0,8}\d+\/\d+ Test +#\d+: (\S+) [. ]{0,200}\*\*\*(\S.*?) {2,}[\d.]+ sec/.exec(text);
      if (inline !== null) {
        if (pending !== null) closeRun();
        if (inline[2] !== "Skipped") sessions.tell("inline", inline[1]!, at, inline[2]!);
      }
      return 0;
    },
    end() {
      closeRun();
      return sessions.result();
    },
  };
}
