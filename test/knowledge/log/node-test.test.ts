import { describe, expect, it } from "vitest";
import { digestOf } from "./digest-of.ts";

/** The end of a run under the spec reporter of `node --test`. */
const SPEC = `▶ cart
  ✖ adds (2.884831ms)
  ✔ is empty (0.301435ms)
✖ cart (5.191067ms)
ℹ tests 2
ℹ pass 1
ℹ fail 1

✖ failing tests:

test at a.test.js:2:23
✖ adds (2.884831ms)
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

  1 !== 2

      at TestContext.<anonymous> (/src/shop/a.test.js:2:45)
      at Test.run (node:internal/test_runner/test:1402:25)
`;

describe("node --test", () => {
  it("tells why a test failed before which one", () => {
    const [first] = digestOf(SPEC).errors;
    expect(first!.headline.text.trim()).toBe(
      "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:",
    );
    expect(first!.line).toBe(12);
    expect(first!.lines[0]!.text).toBe("✖ adds (2.884831ms)");
  });

  it("names a failed test once, and no title or count as an error", () => {
    const headlines = digestOf(`${"compiling\n".repeat(2_000)}${SPEC}`).errors.map((block) => block.headline);
    expect(headlines.map((line) => line.text)).not.toContain("  ✖ adds (2.884831ms)");
    for (const { text } of headlines) expect(text).not.toMatch(/failing tests|^ℹ/);
  });

  it("keeps the name where no reason follows", () => {
    expect(digestOf("✖ adds (2.8ms)\nℹ tests 1\n").errors[0]!.headline.text).toBe("✖ adds (2.8ms)");
    expect(digestOf("✖ adds (2.8ms)\n  3 of 5 shown\n").errors[0]!.headline.text).toBe("✖ adds (2.8ms)");
  });

  it("reads what a file printed before it is only said to have failed", () => {
    const log = `node:internal/modules/cjs/loader:1568
  throw err;
  ^

Error: Cannot find module './nowhere'
Require stack:
- /src/shop/b.test.js
    at Object.<anonymous> (/src/shop/b.test.js:1:1)

Node.js v24.0.0
✖ b.test.js (72.060966ms)
ℹ tests 1

✖ failing tests:

test at b.test.js:1:1
✖ b.test.js (72.060966ms)
  'test failed'
`;
    expect(digestOf(log).errors[0]!.headline.text).toBe("Error: Cannot find module './nowhere'");
  });
});
