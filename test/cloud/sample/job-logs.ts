/** Logs of jobs as GitHub gives them: a time before each line. */
export function jobLog(at: number, command: string, ...lines: readonly string[]): string {
  return [`##[group]Run ${command}`, command, "shell: /usr/bin/bash -e {0}", "##[endgroup]", ...lines]
    .map((line, index) => `${new Date(at + index * 40).toISOString().replace("Z", "0000Z")} ${line}\n`)
    .join("");
}

/** What TypeScript says of a name that a change took away elsewhere. */
export const TYPES_FAILED = [
  "src/checkout.ts(4,41): error TS2304: Cannot find name 'SHIPPING_FREE_FROM'.",
  "src/checkout.ts(5,12): error TS2304: Cannot find name 'SHIPPING'.",
  "##[error]Process completed with exit code 2.",
] as const;

/** What node's runner says of a test that waits for another machine. */
export const CART_FAILED = [
  "▶ the cart service",
  "  ✔ keeps an empty cart (0.61ms)",
  "  ✖ tells the price of a cart (5001.22ms)",
  "✖ the cart service (5003.10ms)",
  "ℹ tests 2",
  "ℹ suites 1",
  "ℹ pass 1",
  "ℹ fail 1",
  "ℹ cancelled 0",
  "ℹ skipped 0",
  "ℹ todo 0",
  "ℹ duration_ms 5090.104424",
  "",
  "✖ failing tests:",
  "",
  "test at test/cart.test.js:11:3",
  "✖ tells the price of a cart (5001.22ms)",
  "  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:",
  "  ",
  "  undefined !== 4200",
  "  ",
  "      at TestContext.<anonymous> (file:///home/runner/work/cart/cart/test/cart.test.js:14:12) {",
  "    code: 'ERR_ASSERTION'",
  "  }",
  "##[error]Process completed with exit code 1.",
] as const;

/** What it says where all is well. */
export const PASSED = ["ℹ tests 2", "ℹ pass 2", "ℹ fail 0", "ℹ duration_ms 88.104424"] as const;
