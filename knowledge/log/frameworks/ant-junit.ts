import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openNextLineMessage } from "../tests/next-line-message.ts";
import { qualifiedTestName } from "../tests/qualified-test-name.ts";
import { addCounts, completeCounts, NO_TESTS } from "../tests/test-counts.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * Ant's `junit` task with its plain, brief and summary formatters. Two formatters on the console tell of
 * each class twice with the same numbers and the same time; that counts once.
 */
export const antJunit = {
  framework: "ant-junit",
  cues: [
    "[junit] tests run:",
    "[junit] testsuite:",
    "[junit] testcase:",
    "[junit] running ",
    "failed",
    "caused an error",
  ],
  embeds: ["junit-text"],
  open: openAntJunit,
} as const satisfies TestFramework;

const PREFIX = /^ {0,12}\[(?:ant:)?junit\] ?/;
const COUNTS = /^Tests run: (\d+), Failures: (\d+), Errors: (\d+)(?:, Skipped: (\d+))?/;

function openAntJunit(): FrameworkReader {
  const sessions = openSessions(["case", "class"]);
  const message = openNextLineMessage();
  let counts = NO_TESTS;
  let suite = "";
  let testcase = "";
  const counted = new Set<string>();

  const fail = (at: number): number => {
    const name = qualifiedTestName(testcase);
    return message.await(
      sessions.tell("case", name.includes(".") || suite === "" ? name : `${suite}.${name}`, at),
    );
  };

  return {
    line(raw, at) {
      if (!PREFIX.test(raw)) return 0;
      const text = raw.replace(PREFIX, "");
      const started = /^(?:Testsuite: |Running )([\w$.]+)\s*$/.exec(text);
      if (started !== null) {
        if (started[1] !== suite) testcase = "";
        suite = started[1]!;
        return 0;
      }
      const totals = COUNTS.exec(text);
      if (totals !== null) {
        const key = `${suite} ${text.trim()}`;
        if (!counted.has(key)) {
          counted.add(key);
          const [total, failed, errored, skipped] = totals.slice(1, 5).map((digits) => Number(digits ?? 0));
          counts = addCounts(
            counts,
            completeCounts({
              total: total!,
              failed: failed!,
              errored: errored!,
              skipped: skipped!,
            }),
          );
        }
        return 0;
      }
      if (text.startsWith("Testcase: ")) {
        const rest = text.slice("Testcase: ".length);
        const end = rest.search(/ took [\d.,]+ sec|:\s*(?:FAILED|Caused an ERROR|SKIPPED)/);
        testcase = (end < 0 ? rest : rest.slice(0, end)).replace(/:$/, "").trim();
        return /(?:FAILED|Caused an ERROR)\s*$/.test(rest) && end >= 0 ? fail(at) : 1;
      }
      if (/^\s*(?:FAILED|Caused an ERROR)\s*$/.test(text) && testcase !== "") return fail(at);
      const failedClass = /^Test ([\w$.]+) FAILED(?: \((?:crashed|timeout)\))?\s*$/.exec(text);
      if (failedClass !== null) {
        sessions.tell("class", failedClass[1]!, at);
        return 0;
      }
      return message.offer(text);
    },
    end() {
      if (counts.total > 0) sessions.close(counts);
      return sessions.result();
    },
  };
}
