import { readCountList } from "../tests/count-list.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { explainTelling, type Telling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

const RULE = "-".repeat(79);

/** Catch2, versions 1 to 3. Counts and names are of test cases; a section stands behind its case. */
export const catch2 = {
  framework: "catch2",
  cues: [RULE, "all tests passed (", "test cases: ", ": failed:"],
  open: openCatch2,
} as const satisfies TestFramework;

function openCatch2(): FrameworkReader {
  const sessions = openSessions(["detail"]);
  let title: string[] | null = null;
  let current: { readonly name: string; readonly line: number } | null = null;
  let open: Telling | null = null;
  let titleLine = 0;
  const told = new Set<string>();

  const close = (counts: { total: number; failed: number; skipped: number }): void => {
    sessions.close(counts);
    told.clear();
    title = null;
    current = null;
    open = null;
  };

  return {
    line(text, at) {
      const passed = /^All tests passed \((?:\d+|no) assertions? in (\d+) test cases?\)/.exec(text);
      if (passed !== null) {
        close({ total: Number(passed[1]), failed: 0, skipped: 0 });
        return 0;
      }
      const totals = /^test cases:\s{1,20}(\d+) \| (.*)$/.exec(text);
      if (totals !== null) {
        const counts = readCountList(totals[2]!.replace(/ {2,}/g, " "), "|");
        if (counts !== null)
          close({
            total: Number(totals[1]),
            failed: counts.failed ?? 0,
            skipped: counts.skipped ?? 0,
          });
        return 0;
      }
      if (text.trimEnd() === RULE) {
        if (title !== null && title.length > 0) {
          current = { name: title.join(" > "), line: titleLine };
          title = null;
          return 0;
        }
        title = [];
        titleLine = at + 1;
        return 10;
      }
      if (title !== null) {
        const part = text.trim();
        if (part === "" || title.length > 8) title = null;
        else title.push(part);
        return 0;
      }
      if (/: FAILED:\s*$/.test(text) && current !== null) {
        const owner = current.name.split(" > ")[0]!;
        open = told.has(owner) ? null : sessions.tell("detail", current.name, current.line);
        told.add(owner);
        return 1;
      }
      if (open !== null) explainTelling(open, text);
      return 0;
    },
    end: () => sessions.result(),
  };
}
