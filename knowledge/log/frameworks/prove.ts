import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * Perl's prove and `make test`. Counts are of subtests. Names are those that Test::More prints, under the
 * test file; where it prints none, the file stands for its failures.
 */
export const prove = {
  framework: "prove",
  cues: ["failed test", "#   at ", "files=", "wstat: "],
  open: openProve,
} as const satisfies TestFramework;

function openProve(): FrameworkReader {
  const sessions = openSessions(["subtest", "file"]);
  let failed = 0;
  let unnamed: { readonly title: string; readonly line: number } | null = null;

  return {
    line(text, at) {
      const subtest = /^\s{0,20}#\s{1,8}Failed test(?: '(.*)'|: (.*)|)\s*$/.exec(text);
      if (subtest !== null) {
        unnamed = { title: (subtest[1] ?? subtest[2] ?? "").trim(), line: at };
        return 1;
      }
      const place = /^\s{0,20}#\s{1,8}at (\S+) line (\d+)\./.exec(text);
      if (place !== null && unnamed !== null) {
        sessions.tell("subtest", `${place[1]}: ${unnamed.title || `line ${place[2]}`}`, unnamed.line);
        unnamed = null;
        return 0;
      }
      const file = /^(\S+)\s{1,80}\(Wstat: \d+.{0,40}? Tests: (\d+) Failed: (\d+)\)/.exec(text);
      if (file !== null) {
        const count = Math.max(1, Number(file[3]));
        failed += count;
        sessions.tell("file", file[1]!, at);
        return 0;
      }
      const totals = /^Files=\d+, Tests=(\d+), /.exec(text);
      if (totals !== null) {
        sessions.close({ total: Math.max(Number(totals[1]), failed), failed });
        failed = 0;
      }
      return 0;
    },
    end: () => sessions.result({ failed }),
  };
}
