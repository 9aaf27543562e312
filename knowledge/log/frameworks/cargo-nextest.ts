import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import type { TestCounts } from "../tests/test-counts.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * cargo-nextest. It tells of a failure where it happens and again below its summary; that counts once, and
 * a try that a later one made good is no failure.
 */
export const cargoNextest = {
  framework: "cargo-nextest",
  cues: [
    " fail [",
    " pass [",
    " tests run: ",
    " test run: ",
    " tests across ",
    " test across ",
    " timeout [",
    " abort [",
    " sigabrt [",
    " sigsegv [",
    " sigkill [",
    " sigill [",
    " sigbus [",
  ],
  open: openNextest,
} as const satisfies TestFramework;

const SUMMARY = /^\s{0,12}Summary \[[^\]]{1,40}\]\s{1,12}(?:\d+\/)?(\d+) tests? run: (.*)$/;
const TEST =
  /^\s{0,20}(TRY \d+ )?(PASS|FAIL|TIMEOUT|ABORT|SIG[A-Z]+) \[[^\]]{1,40}\] (?:\([^)]{1,20}\) )?(\S+ \S.*)$/;

function openNextest(): FrameworkReader {
  const sessions = openSessions(["list", "inline"]);
  const tries = new Map<string, number>();
  let pending: Partial<TestCounts> | null = null;

  const closeRun = (): void => {
    for (const [name, line] of tries) sessions.tell("inline", name, line);
    tries.clear();
    if (pending !== null) sessions.close(pending);
    pending = null;
  };

  return {
    line(text, at) {
      const summary = SUMMARY.exec(text);
      if (summary !== null) {
        if (pending !== null) closeRun();
        const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(summary[2]!)?.[1] ?? 0);
        pending = {
          passed: count("passed"),
          failed: count("failed"),
          errored: count("timed out") + count("exec failed"),
          skipped: count("skipped"),
          flaky: count("flaky"),
        };
        return 0;
      }
      if (/^\s{0,12}Starting \d+ tests? across /.test(text)) {
        closeRun();
        return 0;
      }
      const test = TEST.exec(text);
      if (test === null) return 0;
      const name = test[3]!.trim();
      if (test[2] === "PASS") tries.delete(name);
      else if (test[1] !== undefined && pending === null) tries.set(name, tries.get(name) ?? at);
      else sessions.tell(pending === null ? "inline" : "list", name, at);
      return 0;
    },
    end() {
      closeRun();
      return sessions.result();
    },
  };
}
