import { createRequire } from "node:module";
import { dirname } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { treeSitterSyntaxTrees } from "../../../../knowledge/adapters/treesitter/syntax-trees.ts";
import { DEFAULT_CONFIG } from "../../../../knowledge/config/config.ts";
import { type ChangeToJudge, judgeChange } from "../../../../knowledge/engineer/edits/judge-change.ts";
import { readIntent } from "../../../../knowledge/engineer/intent/read-intent.ts";

const trees = treeSitterSyntaxTrees(() =>
  dirname(createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm")),
);

const PATH = "test/cart.test.js";
const CART = `import { expect, test } from "vitest";
import { total } from "../src/total.js";

test("shipping is added below 50.00", () => {
  expect(total([999])).toBe(12.99);
  expect(total([999])).not.toBe(9.99);
});

test("shipping is free from 50.00", () => {
  expect(total([5000])).toBe(50);
});
`;
const CRITERIA =
  "# Acceptance criteria\n- [ ] A cart of 9.99 comes to 14.99 with shipping.\n- [ ] It no longer comes to 13.99 for anybody.";
const intent = readIntent({ issues: [{ number: 3, body: CRITERIA }], docs: [], note: null });

const judge = (after: string | null, change: Partial<ChangeToJudge> = {}) =>
  judgeChange(trees, {
    edits: [{ path: PATH, before: CART, after }],
    existing: [PATH],
    tests: DEFAULT_CONFIG.tests,
    intent,
    quotes: [],
    ...change,
  });
const RAISED = CART.replace("toBe(12.99)", "toBe(14.99)");
const QUOTE = "A cart of 9.99 comes to 14.99 with shipping.";

describe("a change of tests", () => {
  test("that adds to them is accepted, and needs no sentence", async () => {
    const after = `${CART}\ntest("two lamps", () => {\n  expect(total([2500, 2500])).toBe(50);\n});\n`;
    expect(await judge(after)).toEqual({ kind: "accepted", licences: [] });
  });

  test("that expects another value is accepted with the sentence that gives it, and names the sentence", async () => {
    expect(await judge(RAISED, { quotes: [QUOTE] })).toEqual({
      kind: "accepted",
      licences: [{ id: "I1", source: "issue #3, Acceptance criteria", text: QUOTE }],
    });
  });

  test("that expects another value without a sentence is refused by path and line, and says that a sentence is needed", async () => {
    expect(await judge(RAISED)).toMatchObject({
      kind: "refused",
      findings: [
        {
          kind: "expectation-changed",
          path: PATH,
          line: 5,
          needsQuote: true,
          words: expect.stringMatching(/^test\/cart\.test\.js:5: /),
        },
      ],
    });
  });

  test.each([
    ["that is not in the intent", RAISED, "The total of a cart is 14.99 with shipping."],
    ["that is a part of one", RAISED, "comes to 14.99 with shipping."],
    ["that gives another value", CART.replace("toBe(12.99)", "toBe(15.99)"), QUOTE],
    [
      "that denies the value",
      CART.replace("toBe(12.99)", "toBe(13.99)"),
      "It no longer comes to 13.99 for anybody.",
    ],
  ])("that expects another value with a sentence %s is refused", async (_, after, quote) => {
    expect(await judge(after, { quotes: [quote] })).toMatchObject({ kind: "refused" });
  });

  test.each([
    [
      "a skipped test",
      CART.replace('test("shipping is free', 'test.skip("shipping is free'),
      /^test\/cart\.test\.js:9: /,
    ],
    [
      "an assertion that is gone",
      CART.replace("  expect(total([999])).toBe(12.99);\n", ""),
      /^test\/cart\.test\.js:\d+: /,
    ],
    ["a weaker assertion", CART.replace("toBe(12.99)", "toBeDefined()"), /^test\/cart\.test\.js:5: /],
    [
      "a test that is gone",
      CART.slice(0, CART.indexOf('test("shipping is free')),
      /^test\/cart\.test\.js:\d+: /,
    ],
    ["a file that is gone", null, /^test\/cart\.test\.js:\d+: /],
  ])("with %s is refused by path and line, whatever is quoted", async (_, after, words) => {
    const judgement = await judge(after, { quotes: [QUOTE] });
    expect(judgement.kind).toBe("refused");
    const findings = judgement.kind === "refused" ? judgement.findings : [];
    expect(findings.some((one) => !one.needsQuote && words.test(one.words))).toBe(true);
  });

  test("that needs no sentence is refused with one that is not in the intent", async () => {
    const after = `${CART}\n// more\n`;
    expect(await judge(after, { quotes: ["Nobody ever wrote this down."] })).toMatchObject({
      kind: "refused",
      findings: [{ kind: "quote", line: null }],
    });
  });

  test("that touches product is refused before anything of it is read", async () => {
    const edits = [
      { path: "src/total.js", before: "a", after: "b" },
      { path: "test/../vitest.config.js", before: null, after: "x" },
      { path: PATH, before: CART, after: null },
    ];
    const judgement = await judge(null, { edits });
    expect(judgement).toMatchObject({
      kind: "refused",
      findings: [
        { kind: "path", path: "src/total.js", line: null, needsQuote: false },
        { kind: "path", path: "test/../vitest.config.js" },
      ],
    });
  });

  test("is refused for a new value that the quoted sentence does not give, whatever the value", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 99_999 }), async (cents) => {
        const value = (cents / 100).toFixed(2);
        const judgement = await judge(CART.replace("toBe(12.99)", `toBe(${value})`), { quotes: [QUOTE] });
        const isFine = ["12.99", "14.99", "9.99"].includes(value);
        if (!isFine)
          expect(judgement).toMatchObject({ kind: "refused", findings: [{ path: PATH, line: 5 }] });
      }),
      { numRuns: 40 },
    );
  });
});
