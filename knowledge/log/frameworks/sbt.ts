import { withoutLevel } from "../tests/build-prefix.ts";
import { readLabelledCounts } from "../tests/count-list.ts";
import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { addCounts, completeCounts, NO_TESTS, type TestCounts } from "../tests/test-counts.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * sbt with ScalaTest, specs2, MUnit or JUnit, and ScalaTest under Maven or Gradle. sbt's own totals of a
 * project win over those of its frameworks. Names are the titles that the framework prints; where it prints
 * none, the class that sbt lists.
 */
export const sbt = {
  framework: "sbt",
  cues: [
    "*** failed ***",
    "*** aborted ***",
    ": total ",
    "tests: succeeded ",
    " failed: ",
    "==> x ",
    "failed tests:",
    "error: total",
  ],
  open: openSbt,
} as const satisfies TestFramework;

function openSbt(): FrameworkReader {
  const sessions = openSessions(["test", "class"]);
  let scalatest = NO_TESTS;
  let listing = false;
  let pending: Partial<TestCounts> | null = null;

  // sbt lists the failed classes below the totals.
  const closeProject = (): void => {
    if (pending !== null) sessions.close(pending);
    pending = null;
  };

  return {
    line(raw, at) {
      const text = withoutLevel(raw);
      const totals = /^(?:Passed|Failed|Error): (Total \d+(?:, [A-Z][a-z]+ \d+){1,8})/.exec(text);
      const counts =
        totals === null ? null : readLabelledCounts(totals[1]!.replace(/(\w+) (\d+)/g, "$1: $2"));
      if (counts?.total !== undefined) {
        scalatest = NO_TESTS;
        closeProject();
        pending = {
          total: counts.total,
          failed: counts.failed ?? 0,
          errored: counts.errors ?? 0,
          skipped:
            (counts.skipped ?? 0) + (counts.ignored ?? 0) + (counts.canceled ?? 0) + (counts.pending ?? 0),
        };
        return 0;
      }
      const inner =
        /^Tests: succeeded (\d+), failed (\d+), canceled (\d+), ignored (\d+), pending (\d+)/.exec(text);
      if (inner !== null) {
        closeProject();
        const [passed, failed, canceled, ignored, unready] = inner.slice(1).map(Number);
        scalatest = addCounts(
          scalatest,
          completeCounts({
            passed: passed!,
            failed: failed!,
            skipped: canceled! + ignored! + unready!,
          }),
        );
        return 0;
      }
      if (/^(?:Failed tests|Error during tests):\s*$/.test(text)) {
        listing = true;
        return 1;
      }
      const owner = listing ? /^\t([\w$.]+)\s*$/.exec(text) : null;
      if (owner !== null) {
        sessions.tell("class", owner[1]!, at);
        return 1;
      }
      listing = false;
      const name = failedTitle(text);
      if (name !== null) {
        closeProject();
        sessions.tell("test", name.test, at, name.message);
      }
      return 0;
    },
    end() {
      closeProject();
      if (scalatest.total > 0) sessions.close(scalatest);
      return sessions.result();
    },
  };
}

/** The failed test of a line of ScalaTest, MUnit or junit-interface. */
function failedTitle(text: string): { readonly test: string; readonly message: string } | null {
  const scalatest = /^\s{0,40}(?:- )?(\S.*?) \*\*\* (?:FAILED|ABORTED) \*\*\*(?: \([^)]{1,40}\))?\s*$/.exec(
    text,
  );
  if (scalatest !== null)
    return /^\d+ (?:TESTS?|SUITES?)$/.test(scalatest[1]!) ? null : { test: scalatest[1]!, message: "" };
  const munit = /^==> X (\S.*?) {2,}[\d.]+m?s (.*)$/.exec(text);
  if (munit !== null) return { test: munit[1]!, message: munit[2]! };
  const junit = /^Test (\S+) failed: (.*)$/.exec(text);
  return junit === null
    ? null
    : {
        test: junit[1]!,
        message: junit[2]!.replace(/, took [\d.]+ sec.*$/, ""),
      };
}
