import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { openSessions } from "../tests/test-sessions.ts";

/** XCTest and Swift Testing, under `swift test` and `xcodebuild`. Only the totals of the whole run count. */
export const xctest = {
  framework: "xctest",
  cues: ["test case '", "test suite '", "executed ", ": error: ", "✘ test", "✔ test run"],
  open: openXctest,
} as const satisfies TestFramework;

function openXctest(): FrameworkReader {
  const sessions = openSessions(["inline"]);
  let suite = "";
  let swiftFailed = 0;
  let error: { readonly test: string; readonly message: string } | null = null;

  return {
    line(text, at) {
      const failed = /^(?:\S+ )?Test [Cc]ase '(?:-\[)?([^'\]]+)\]?' failed/.exec(text);
      if (failed !== null) {
        const name = failed[1]!.replace(" ", ".").replace(/\(\)$/, "");
        sessions.tell("inline", name, at, error !== null && error.test === failed[1] ? error.message : "");
        error = null;
        return 0;
      }
      const ended = /^Test Suite '([^']+)' (?:passed|failed) at /.exec(text);
      if (ended !== null) {
        suite = ended[1]!;
        return 1;
      }
      const totals = /^\s{0,8}Executed (\d+) tests?, with (?:(\d+) tests? skipped and )?(\d+) failures?/.exec(
        text,
      );
      if (totals !== null) {
        const isWhole = suite === "" || suite === "All tests" || suite === "Selected tests";
        if (isWhole)
          sessions.close({
            total: Number(totals[1]),
            skipped: Number(totals[2] ?? 0),
            failed: Number(totals[3]),
          });
        suite = "";
        return 0;
      }
      const place = /: error: (?:-\[)?([\w. ]{1,300})\]? : (.*)$/.exec(text);
      if (place !== null) {
        error = { test: place[1]!, message: place[2]! };
        return 0;
      }
      const swift = /^✘ Test (?:"([^"]+)"|(\S+)) failed after /.exec(text);
      if (swift !== null) {
        swiftFailed += 1;
        sessions.tell("inline", swift[1] ?? swift[2]!, at);
        return 0;
      }
      const run = /^[✔✘] Test run with (\d+) tests?.* (?:passed|failed) after .*$/.exec(text);
      if (run !== null && (Number(run[1]) > 0 || swiftFailed > 0)) {
        sessions.close({ total: Number(run[1]), failed: swiftFailed });
        swiftFailed = 0;
      }
      return 0;
    },
    end: () => sessions.result(),
  };
}
