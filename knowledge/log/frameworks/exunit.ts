import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { explainTelling, type Telling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** Elixir's ExUnit. */
export const exunit = {
  framework: "exunit",
  cues: [") test ", ") doctest ", ") property ", "finished in ", " failures", " failure"],
  embeds: ["bats"],
  open: openExunit,
} as const satisfies TestFramework;

const TOTALS =
  /^(?:(\d+) doctests?, )?(?:(\d+) (?:property|properties), )?(\d+) tests?, (\d+) failures?(?:, \d+ excluded)?(?:, (\d+) invalid)?(?:, (\d+) skipped)?\s*$/;

function openExunit(): FrameworkReader {
  const sessions = openSessions(["list"]);
  let open: Telling | null = null;
  let finishedAt = Number.NEGATIVE_INFINITY;

  return {
    line(text, at) {
      if (/^Finished in [\d.]+ seconds/.test(text)) {
        finishedAt = at;
        return 0;
      }
      const totals = at - finishedAt <= 3 ? TOTALS.exec(text) : null;
      if (totals !== null) {
        const [doctests, properties, tests, failed, invalid, skipped] = totals
          .slice(1)
          .map((digits) => Number(digits ?? 0));
        sessions.close({
          total: doctests! + properties! + tests!,
          failed: failed!,
          errored: invalid!,
          skipped: skipped!,
        });
        return 0;
      }
      const entry = /^ {2}\d+\) ((?:test|doctest|property) \S.*) \(([\w.]+)\)\s*$/.exec(text);
      if (entry !== null) {
        open = sessions.tell("list", `${entry[2]} ${entry[1]}`, at);
        return 3;
      }
      if (open !== null && !/^ {5}\S+\.exs?:\d+\s*$/.test(text)) explainTelling(open, text);
      return 0;
    },
    end: () => (finishedAt > 0 ? sessions.result() : null),
  };
}
