import { readLabelledCounts } from "../tests/count-list.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { explainTelling, type Telling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** PHPUnit, versions 4 to 12, and Codeception. Incomplete and risky tests count as skipped and passed. */
export const phpunit = {
  framework: "phpunit",
  cues: ["there was ", "there were ", "assertions: ", " assertions)", " assertion)"],
  open: openPhpunit,
} as const satisfies TestFramework;

const LIST_LINES = 120;

function openPhpunit(): FrameworkReader {
  const sessions = openSessions(["list"]);
  let listing = false;
  let next = 1;
  let open: Telling | null = null;
  let spoke = false;

  return {
    line(text, at) {
      const header = /^There (?:was|were) \d+ ([A-Za-z ]+?)s?:\s*$/.exec(text);
      if (header !== null) {
        listing = /^(?:failure|error|PHPUnit error)$/.test(header[1]!);
        next = 1;
        open = null;
        return listing ? LIST_LINES : 0;
      }
      const ok = /^OK \((\d+) tests?, \d+ assertions?\)\s*$/.exec(text);
      const counts =
        ok === null && text.startsWith("Tests: ") ? readLabelledCounts(text.trim().replace(/\.$/, "")) : null;
      if (ok !== null || (counts !== null && counts.assertions !== undefined)) {
        listing = false;
        spoke = true;
        sessions.close({
          total: ok === null ? (counts?.tests ?? 0) : Number(ok[1]),
          failed: counts?.failures ?? 0,
          errored: counts?.errors ?? 0,
          skipped: (counts?.skipped ?? 0) + (counts?.incomplete ?? 0),
        });
        return 0;
      }
      if (!listing) return 0;
      if (text.startsWith(`${next}) `)) {
        open = sessions.tell("list", text.slice(`${next}) `.length).trim(), at);
        next += 1;
      } else if (open !== null) explainTelling(open, text);
      return LIST_LINES;
    },
    end: () => (spoke ? sessions.result() : null),
  };
}
