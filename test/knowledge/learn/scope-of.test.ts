import { describe, expect, test } from "vitest";
import type { TestCase } from "../../../knowledge/evidence/test-case.ts";
import { scopeOf } from "../../../knowledge/learn/see/scope-of.ts";
import { scopeFolder } from "../../../knowledge/record/record-path.ts";

const scopes = [
  { name: "payments", paths: ["src/pay/**", "test/{pay,refund}*.test.ts"] },
  { name: "Shop Front", paths: ["test/**"] },
];
type Placed = Partial<Pick<TestCase, "suites" | "className" | "file">>;
const scope = (test: Placed, areas = scopes) => scopeOf({ suites: [], ...test }, { scopes: areas });

describe("scope of a test", () => {
  test.each<[Placed, string]>([
    [{ suites: ["cart"], file: "src/pay/a/b.test.ts" }, "payments"],
    [{ suites: ["cart"], file: "test/refunds.test.ts" }, "payments"],
    [{ suites: ["cart"], file: "test/cart.test.ts" }, scopeFolder("Shop Front")],
    [{ suites: ["cart"], file: "C:\\work\\shop\\src\\pay\\a.ts" }, "payments"],
    [{ suites: ["cart", "adds"], file: "lib/cart.test.ts" }, "cart"],
    [{ suites: ["cart"] }, "cart"],
    [{ suites: ["Place an order"] }, scopeFolder("Place an order")],
    [{ suites: ["[chromium]", "cart.spec.ts", "Cart"] }, "cart"],
    [{ suites: ["lib/cart.test.js"] }, "cart"],
    [{ suites: ["lib/test_cart.py"] }, "cart"],
    [{ suites: ["lib/cart_test.go"] }, "cart"],
    [{ suites: ["lib/basket/index.test.tsx"] }, "basket"],
    [{ suites: ["pytest"], className: "billing.test_vat.TestVat" }, "billing"],
    [{ className: "billing.Vat" }, "billing"],
    [{ file: "lib/basket/vat.rb" }, "basket"],
    [{ file: "vat.rb" }, "general"],
    [{ suites: ["", "\u0000"] }, "general"],
    [{}, "general"],
  ])("%j", (placed, expected) => {
    expect(scope(placed)).toBe(expected);
  });

  test("the first area that fits counts", () => {
    expect(scope({ file: "test/pay.test.ts" }, scopes.toReversed())).toBe(scopeFolder("Shop Front"));
  });
});
