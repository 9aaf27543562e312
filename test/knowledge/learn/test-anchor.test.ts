import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TestCase } from "../../../knowledge/evidence/test-case.ts";
import { testAnchor } from "../../../knowledge/learn/see/test-anchor.ts";
import { normaliseAnchor } from "../../../knowledge/record/anchor.ts";

type Named = Partial<Pick<TestCase, "suites" | "className" | "name" | "file">>;
const anchor = (named: Named) => testAnchor({ suites: [], name: "adds", ...named });

describe("anchor of a test", () => {
  test.each<[Named, string]>([
    [{ suites: ["checkout"], name: "total includes shipping" }, "test:checkout/total includes shipping"],
    [{ suites: ["[chromium]", "cart.spec.ts", "Cart"] }, "test:[chromium]/cart.spec.ts/Cart/adds"],
    [{ suites: ["com.shop.Cart"], className: "com.shop.Cart" }, "test:com.shop.Cart/adds"],
    [
      { suites: ["pytest"], className: "tests.test_cart.TestCart" },
      "test:pytest/tests.test_cart.TestCart/adds",
    ],
    [{ suites: ["all"], className: "adds" }, "test:all/adds"],
    [{ className: "Cart" }, "test:Cart/adds"],
    [{ file: "test\\cart.test.js" }, "test:test/cart.test.js/adds"],
    [{ suites: ["cart"], file: "test/cart.test.js" }, "test:cart/adds"],
    [{}, "test:adds"],
    [{ suites: ["", " a\n b "], name: "\u001b[31mred\u001b[0m\ufffd \u0000x" }, "test:a b/red x"],
    [{ name: " \n" }, "test:test without a name"],
  ])("%j", (named, expected) => {
    expect(anchor(named)).toBe(expected);
  });

  test("long names are cut and stay apart", () => {
    const long = "x".repeat(100_000);
    const [one, other] = [anchor({ name: `${long}a` }), anchor({ name: `${long}b` })];
    expect(one).not.toBe(other);
    expect(one.length).toBeLessThan(500);
    expect(anchor({ name: `${long}a` })).toBe(one);
  });

  test("is an anchor in its normal form, whatever the names", () => {
    const text = fc.string({ unit: "binary", maxLength: 300 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), text, text, text, (suites, name, className, file) => {
        const made = testAnchor({ suites, name, className, file });
        expect(normaliseAnchor(made)).toEqual({ kind: "anchor", anchor: made });
      }),
    );
  });
});
