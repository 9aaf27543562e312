import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { explainTelling, type Telling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** Jasmine in Node: the default reporter and jasmine-spec-reporter. */
export const jasmine = {
  framework: "jasmine",
  cues: ["failures:", " specs, ", " spec, ", " specs", "*          failures          *"],
  open: openJasmine,
} as const satisfies TestFramework;

const LIST_LINES = 200;

function openJasmine(): FrameworkReader {
  const sessions = openSessions(["list"]);
  let next = 0;
  let open: Telling | null = null;
  let spoke = false;

  const close = (total: string, failed: string | undefined, pending: string | undefined): number => {
    spoke = true;
    next = 0;
    open = null;
    sessions.close({
      total: Number(total),
      failed: Number(failed ?? 0),
      skipped: Number(pending ?? 0),
    });
    return 0;
  };

  return {
    line(text, at) {
      const plain = /^(\d+) specs?, (\d+) failures?(?:, (\d+) pending specs?)?\s*$/.exec(text);
      if (plain !== null) return close(plain[1]!, plain[2], plain[3]);
      const spec =
        /^Executed (\d+) of \d+ specs?(?: (?:SUCCESS|INCOMPLETE))?(?: \((\d+) FAILED\))?(?: \((\d+) PENDING\))?(?: \(\d+ SKIPPED\))?(?: in .*)?\s*$/.exec(
          text,
        );
      if (spec !== null) return close(spec[1]!, spec[2], spec[3]);
      if (/^(?:Failures:|\*\s{1,20}Failures\s{1,20}\*)\s*$/.test(text)) {
        next = 1;
        return LIST_LINES;
      }
      if (next === 0) return 0;
      if (text.startsWith(`${next}) `)) {
        open = sessions.tell("list", text.slice(`${next}) `.length).trim(), at);
        next += 1;
      } else if (open !== null && text.trim() !== "Message:") {
        explainTelling(open, text.replace(/^\s*- /, ""));
      }
      return LIST_LINES;
    },
    end: () => (spoke ? sessions.result() : null),
  };
}
