/** A small shop: what the changes of the histories are made of. Money is in cents. */

const MANIFEST = `${JSON.stringify({ name: "shop", version: "1.0.0", private: true, type: "module", scripts: { test: "node --test" } }, null, 2)}\n`;

const WORKFLOW = `name: CI
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - run: npm ci
      - run: node --test
`;

/** Where the code of the change begins to be right or wrong. */
export const CODE = "src/total.js";
export const TEST = "test/total.test.js";

const code = (...body: readonly string[]) =>
  [
    "/** Total of a cart in cents. */",
    "export function total(items) {",
    "  const sum = items.reduce((all, { price, count }) => all + price * count, 0);",
    ...body,
    "}",
    "",
  ].join("\n");

const tests = (...cases: readonly string[]) =>
  [
    'import assert from "node:assert/strict";',
    'import { test } from "node:test";',
    'import { total } from "../src/total.js";',
    "",
    ...cases,
    "",
  ].join("\n");

/** A test of the shop: its name, a price of one item, what the cart comes to. */
export const caseOf = (name: string, price: number, comesTo: number) =>
  `test(${JSON.stringify(name)}, () => {\n  assert.equal(total([{ price: ${price}, count: 1 }]), ${comesTo});\n});`;

const SMALL = "a small cart";
const LARGE = "a large cart";

/** The default branch: no shipping. */
export const BASE = {
  "package.json": MANIFEST,
  ".github/workflows/ci.yml": WORKFLOW,
  [CODE]: code("  return sum;"),
  [TEST]: tests(caseOf(SMALL, 1000, 1000), caseOf(LARGE, 6000, 6000)),
} as const;

/** The code does what the issue says; the test of the small cart asks for what held before. */
export const STALE_TEST = { [CODE]: code("  return sum < 5000 ? sum + 499 : sum;") } as const;

/** The tests ask for what the issue says; the code charges shipping on large carts too. */
export const WRONG_CODE = {
  [CODE]: code("  return sum + 499;"),
  [TEST]: tests(caseOf(SMALL, 1000, 1499), caseOf(LARGE, 6000, 6000)),
} as const;

/** What a builder answers to that. */
export const MENDED_CODE = { [CODE]: STALE_TEST[CODE] } as const;

/** The line of the stale test that asks for what held before, and what the issue says instead. */
export const STALE_LINE = "total([{ price: 1000, count: 1 }]), 1000";
export const RIGHT_LINE = "total([{ price: 1000, count: 1 }]), 1499";

/** The sentence of the issue that gives the new value. */
export const SENTENCE = "A small cart of 1000 cents comes to 1499 cents.";

export const ISSUE = [
  "Shipping costs us money, so small carts pay for it.",
  "",
  "## Acceptance criteria",
  "",
  "- A cart below 5000 cents pays 499 cents for shipping.",
  `- ${SENTENCE}`,
  "- From 5000 cents on, shipping is free.",
  "",
  "## Design notes",
  "",
  "The total stays one function, in `src/total.js`.",
].join("\n");
