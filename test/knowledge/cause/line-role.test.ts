import { describe, expect, test } from "vitest";
import { type LineRole, lineRole } from "../../../knowledge/cause/line-role.ts";

const LINES = {
  command: [
    '$ df -h || echo "full"',
    "+ grep -q error log.txt",
    "++ make all",
    "[command]/usr/bin/git fetch",
    "[workspace] $ mvn test",
    'echo "error: no disk"',
    "  if ! make; then echo 'it broke'; fi",
    "PS C:\\src> dotnet test",
  ],
  "passed-test": [
    "  ✓ reports ENOSPC (3 ms)",
    "ok 12 - handles a full disk",
    "PASS src/cart.test.js",
    "--- PASS: TestConnRefused (0.00s)",
    "[       OK ] Cart.Totals (0 ms)",
    "test cart::totals ... ok",
    "tests/test_cart.py::test_totals PASSED   [ 50%]",
  ],
  assertion: [
    "E       AssertionError: assert 1 == 2",
    "org.opentest4j.AssertionFailedError: expected: <1> but was: <2>",
    "    Expected: 1",
    "    Received: 2",
    "expected 'a' to equal 'b'",
    "expected [] to have length 1",
    "    cart_test.go:9: got 1 want 2",
    ">       assert 'No space' in text",
  ],
  told: [
    "cp: error writing 'a': No space left on device",
    "not ok 2 - adds",
    "--- FAIL: TestAdds (0.00s)",
    "src/app.c:3:5: error: expected ';' before 'x'",
    "+++ b/src/app.c",
    "the command echoed nothing",
    "error: lockfile had changes, but lockfile is frozen",
    "",
  ],
} as const satisfies Record<LineRole, readonly string[]>;

describe.each(Object.entries(LINES))("%s", (role, lines) => {
  test.each(lines.map((line) => [line]))("%s", (line) => {
    expect(lineRole(line)).toBe(role);
  });
});

test("takes no time on a line made against it", () => {
  for (const part of [" ", "expected ", "echo ", "a;", "+ ", "PASSED", "then ", "assert"]) {
    const line = part.repeat(2_000 / part.length);
    lineRole(line);
    const start = performance.now();
    lineRole(line);
    expect(performance.now() - start, part).toBeLessThan(10);
  }
});
