import { readCountList } from "../tests/count-list.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { explainTelling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** doctest for C++. Counts and names are of test cases. */
export const doctest = {
  framework: "doctest",
  cues: ["test case:", "[doctest] test cases:", ": error: ", ": fatal error: "],
  open: openDoctest,
} as const satisfies TestFramework;

function openDoctest(): FrameworkReader {
  const sessions = openSessions(["detail"]);
  let current: { readonly name: string; readonly line: number } | null = null;

  return {
    line(text, at) {
      const totals = /^\[doctest\] test cases:\s{1,20}(\d+) \| (.*)$/.exec(text);
      if (totals !== null) {
        const counts = readCountList(totals[2]!.replace(/ {2,}/g, " ").replace(/\|\s*$/, ""), "|");
        current = null;
        if (counts !== null)
          sessions.close({
            total: Number(totals[1]),
            failed: counts.failed ?? 0,
            skipped: counts.skipped ?? 0,
          });
        return 0;
      }
      const header = /^TEST CASE: {1,3}(\S.*)$/.exec(text);
      if (header !== null) {
        current = { name: header[1]!.trim(), line: at };
        return 0;
      }
      const error = current === null ? null : /: (?:FATAL )?ERROR: (.*)$/.exec(text);
      if (error !== null && current !== null) {
        explainTelling(sessions.tell("detail", current.name, current.line), error[1]!);
        current = null;
      }
      return 0;
    },
    end: () => sessions.result(),
  };
}
