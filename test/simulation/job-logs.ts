import { failedLog, jobLog, RUNNER_LOST } from "../support/change/ci-logs.ts";

/** Why a job fails in a simulated world. */
export type Fault = "assertion" | "compiler" | "test code" | "runner";

/** What the job printed. */
export function logOf(fault: Fault, name: string): string {
  switch (fault) {
    case "assertion":
      return failedLog([{ name: `${name} adds up`, actual: 1_499, expected: 1_000 }]);
    case "compiler":
      return jobLog(
        "##[group]Run tsc -p .",
        "tsc -p .",
        "##[endgroup]",
        "src/total.ts(3,9): error TS2322: Type 'string' is not assignable to type 'number'.",
        "##[error]Process completed with exit code 2.",
      );
    case "test code":
      return jobLog(
        "##[group]Run node --test",
        "node --test",
        "##[endgroup]",
        `✖ ${name} adds up (1.204117ms)`,
        "ℹ tests 1",
        "ℹ pass 0",
        "ℹ fail 1",
        "",
        "✖ failing tests:",
        "",
        "test at test/total.test.js:5:1",
        `✖ ${name} adds up (1.204117ms)`,
        "  TypeError [Error]: totl is not a function",
        "      at TestContext.<anonymous> (file:///home/runner/work/shop/shop/test/total.test.js:6:10)",
        "##[error]Process completed with exit code 1.",
      );
    case "runner":
      return RUNNER_LOST;
  }
}
