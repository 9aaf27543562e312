/** Logs of CI as GitHub gives them: a time before each line. */

const TIME = "2026-01-05T10:00:00.1234567Z";

export function jobLog(...lines: readonly string[]): string {
  return lines
    .join("\n")
    .split("\n")
    .map((line) => `${TIME} ${line}\n`)
    .join("");
}

const BEGIN = ["##[group]Run node --test", "node --test", "shell: /usr/bin/bash -e {0}", "##[endgroup]"];
const END = "##[error]Process completed with exit code 1.";

/** One failed test of node's own runner. */
export interface FailedTest {
  readonly name: string;
  readonly actual: number;
  readonly expected: number;
}

/** A job whose tests failed like this; `say` stands among what it printed before. */
export function failedLog(failed: readonly FailedTest[], ...say: readonly string[]): string {
  return jobLog(
    ...BEGIN,
    ...say,
    ...failed.map(({ name }) => `✖ ${name} (1.204117ms)`),
    "✔ an empty cart (0.290872ms)",
    `ℹ tests ${failed.length + 1}`,
    "ℹ suites 0",
    "ℹ pass 1",
    `ℹ fail ${failed.length}`,
    "ℹ cancelled 0",
    "ℹ skipped 0",
    "ℹ todo 0",
    "ℹ duration_ms 89.104424",
    "",
    "✖ failing tests:",
    ...failed.flatMap(({ name, actual, expected }) => [
      "",
      "test at test/total.test.js:5:1",
      `✖ ${name} (1.204117ms)`,
      "  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:",
      "  ",
      `  ${actual} !== ${expected}`,
      "  ",
      "      at TestContext.<anonymous> (file:///home/runner/work/shop/shop/test/total.test.js:6:10)",
      "      at Test.runInAsyncScope (node:async_hooks:206:9) {",
      "    generatedMessage: true,",
      "    code: 'ERR_ASSERTION',",
      `    actual: ${actual},`,
      `    expected: ${expected},`,
      "    operator: 'strictEqual'",
      "  }",
    ]),
    END,
  );
}

/** The stale test of the shop, where the code charges shipping. */
export const STALE_LOG = failedLog([{ name: "a small cart", actual: 1499, expected: 1000 }]);

/** The code that charges shipping on large carts too. */
export const WRONG_LOG = failedLog([{ name: "a large cart", actual: 6499, expected: 6000 }]);

/** A runner that was taken away. */
export const RUNNER_LOST = jobLog(
  ...BEGIN,
  "✔ an empty cart (0.290872ms)",
  "##[error]The runner has received a shutdown signal. This can happen when the runner service is stopped.",
);
