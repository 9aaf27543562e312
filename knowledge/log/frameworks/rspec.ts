import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { explainTelling, type Telling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * RSpec. Names are the full descriptions, which survive an edit above them; the place to run
 * (`rspec ./spec/x_spec.rb:12`) stands on the line that is named.
 */
export const rspec = {
  framework: "rspec",
  cues: ["rspec ", " example, ", " examples, ", "failure/error:", "failures:"],
  open: openRspec,
} as const satisfies TestFramework;

const TOTALS =
  /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, (\d+) errors? occurred outside of examples)?\s*$/;

function openRspec(): FrameworkReader {
  const sessions = openSessions(["rerun", "detail"]);
  let counts: {
    total: number;
    failed: number;
    errored: number;
    skipped: number;
  } | null = null;
  let listing = false;
  let open: Telling | null = null;

  const closeRun = (): void => {
    if (counts !== null) sessions.close(counts);
    counts = null;
  };

  return {
    line(text, at) {
      const totals = TOTALS.exec(text.trim());
      if (totals !== null) {
        closeRun();
        listing = false;
        const [total, failed, pending, errored] = totals.slice(1).map((digits) => Number(digits ?? 0));
        counts = {
          total: total! + errored!,
          failed: failed!,
          errored: errored!,
          skipped: pending!,
        };
        return 0;
      }
      const rerun = /^rspec (\S.*?)(?: # (.*))?$/.exec(text);
      if (rerun !== null && /\.rb|_spec|\[\d/.test(rerun[1]!)) {
        if (counts !== null) sessions.tell("rerun", (rerun[2] ?? rerun[1]!).trim(), at);
        return 0;
      }
      if (/^Failures:\s*$/.test(text)) {
        closeRun();
        listing = true;
        return 3;
      }
      if (!listing) return 0;
      const detail = /^ {2}\d{1,5}\) (\S.*)$/.exec(text);
      if (detail !== null) {
        open = sessions.tell("detail", detail[1]!.replace(/ \(FAILED - \d+\)$/, "").trim(), at);
        return 60;
      }
      const error = /^ {5,}Failure\/Error: (.*)$/.exec(text);
      if (error !== null) return 4;
      if (open !== null && /^ {7,}\S/.test(text)) explainTelling(open, text);
      return 3;
    },
    end() {
      closeRun();
      return sessions.result();
    },
  };
}
