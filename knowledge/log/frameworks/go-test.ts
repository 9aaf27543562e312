import type { FrameworkReader, TestFramework } from "../tests/framework.ts";
import { explainTelling, type Telling } from "../tests/tellings.ts";
import { openSessions } from "../tests/test-sessions.ts";

/**
 * `go test`, plain and `-v`, and gotestsum. A test that failed only because its subtest did is left to the
 * subtest; a package that fails without naming a test (it exits or panics on its own) stands for itself; one
 * that does not build ran no test. Without `-v` only failures are printed, and only they are counted.
 */
export const goTest = {
  framework: "go-test",
  cues: ["--- fail: ", "--- pass: ", "--- skip: ", "fail\t", "=== fail: ", "done ", "fail! -- "],
  open: openGoTest,
} as const satisfies TestFramework;

interface GoFailure {
  readonly name: string;
  readonly line: number;
  message: string;
}

function openGoTest(): FrameworkReader {
  const sessions = openSessions(["test"]);
  let pending: GoFailure[] = [];
  let open: GoFailure | null = null;
  let passed = 0;
  let skipped = 0;
  let ginkgoFailed = false;
  const known = new Map<string, Telling>();

  const tellPackage = (name: string, at: number): void => {
    const leaves = leavesOf(pending);
    for (const { name: test, line, message } of leaves) {
      known.set(`${name} ${test}`, sessions.tell("test", `${name}.${test}`, line, message));
    }
    if (leaves.length === 0 && !ginkgoFailed) sessions.tell("test", name, at);
    pending = [];
    open = null;
    ginkgoFailed = false;
  };

  return {
    line(text, at) {
      const test = /^ {0,40}--- (FAIL|PASS|SKIP): (\S+) \([\d.]+s\)\s*$/.exec(text);
      if (test !== null) {
        open = null;
        if (test[1] === "PASS") passed += 1;
        else if (test[1] === "SKIP") skipped += 1;
        else if (!ginkgoFailed) {
          open = { name: test[2]!, line: at, message: "" };
          pending.push(open);
        }
        return open === null ? 0 : 3;
      }
      if (text.startsWith("FAIL! -- ")) ginkgoFailed = true;
      const summed = /^=== FAIL: (\S+) (\S+) \([\d.]+s\)\s*$/.exec(text);
      if (summed !== null && !known.has(`${summed[1]} ${summed[2]}`)) {
        known.set(`${summed[1]} ${summed[2]}`, sessions.tell("test", `${summed[1]}.${summed[2]}`, at));
      }
      const failedPackage = /^FAIL\t(\S+)(?:\t([\d.]+s|\(cached\))| \[.+\])?\s*$/.exec(text);
      if (failedPackage !== null) {
        if (failedPackage[2] !== undefined) tellPackage(failedPackage[1]!, at);
        return 0;
      }
      const done =
        /^DONE (?:\d+ runs, )?(\d+) tests?(?:, (\d+) skipped)?(?:, (\d+) failures?)?(?:, \d+ errors?)? in /.exec(
          text,
        );
      if (done !== null) {
        sessions.close({
          total: Number(done[1]),
          skipped: Number(done[2] ?? 0),
          failed: Number(done[3] ?? 0),
        });
        passed = 0;
        skipped = 0;
        return 0;
      }
      if (open !== null && open.message === "" && /^\s/.test(text)) open.message = text.trim();
      return 0;
    },
    end() {
      for (const { name, line, message } of leavesOf(pending))
        explainTelling(sessions.tell("test", name, line), message);
      return sessions.result({ passed, skipped });
    },
  };
}

function leavesOf(failures: readonly GoFailure[]): readonly GoFailure[] {
  return failures.filter((one) => !failures.some((other) => other.name.startsWith(`${one.name}/`)));
}
