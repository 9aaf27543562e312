import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { costOf, worstCost } from "../../../knowledge/budget/cost.ts";
import { microsOf, usdOf } from "../../../knowledge/budget/micros.ts";
import { priceOf } from "../../../knowledge/budget/price.ts";
import { LIST_PRICES } from "../../../knowledge/budget/price-table.ts";

describe("sums of money", () => {
  test.each([
    ["15.00", 15_000_000],
    ["0.1", 100_000],
    ["2", 2_000_000],
    ["0.000001", 1],
    ["9999999.999999", 9_999_999_999_999],
  ])("%s USD are %i micro-dollars", (usd, micros) => {
    expect(microsOf(usd)).toBe(micros);
  });

  test.each([
    "",
    "1,5",
    "1.",
    ".5",
    "-1",
    "1e3",
    "0x1",
    " 1",
    "1.0000001",
    "99999999",
    "NaN",
    "1.5 USD",
    "１",
  ])("%j is no decimal number of USD", (usd) => {
    expect(microsOf(usd)).toBeNull();
  });

  test("a sum is written with the digits that it has and read back as the same", () => {
    expect([0, 1, 12_300, 2_000_000, 15_500_000, -250_000].map(usdOf)).toEqual([
      "0.00",
      "0.000001",
      "0.0123",
      "2.00",
      "15.50",
      "-0.25",
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999_999_999_999 }), (micros) => {
        expect(microsOf(usdOf(micros))).toBe(micros);
      }),
    );
  });
});

describe("prices", () => {
  test.each([
    "anthropic/claude-sonnet-4-5",
    "anthropic/claude-sonnet-4-5-20250929",
    "bedrock/global.anthropic.claude-sonnet-4-5-20250929-v1:0",
  ])("%s has the list price of its family", (name) => {
    expect(priceOf(name, {})).toEqual(LIST_PRICES["claude-sonnet-4-5"]);
  });

  test("a model that Bedrock serves in a part of the world costs a tenth more", () => {
    for (const where of ["", "us.", "eu.", "apac.", "us-gov."]) {
      const price = priceOf(`bedrock/${where}anthropic.claude-opus-4-6-v1`, {});
      expect(price?.input).toBeCloseTo(5.5);
      expect(price?.output).toBeCloseTo(27.5);
    }
  });

  test.each([
    "openai-compatible/claude-sonnet-4-5",
    "anthropic/claude-sonnet-4-5-preview",
    "anthropic/claude-unheard-9",
    "anthropic/constructor",
    "constructor",
    "__proto__",
    "",
    "bedrock/arn:aws:bedrock:eu-west-1:1:application-inference-profile/x",
  ])("L-036 %j has no price, and none is made up", (name) => {
    expect(priceOf(name, {})).toBeNull();
  });

  test("the price of the settings goes before the list and gives one to a model that has none", () => {
    const own = { input: 0.25, output: 1, cacheRead: 0, cacheWrite: 0 };
    expect(priceOf("anthropic/claude-opus-5", { "anthropic/claude-opus-5": own })).toBe(own);
    expect(priceOf("openai-compatible/local", { "openai-compatible/local": own })).toBe(own);
  });
});

describe("what a call costs", () => {
  const price = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };

  test("input, cache and output at their prices, rounded up to a whole micro-dollar", () => {
    const usage = { input: 1_000, cacheRead: 600, cacheWrite: 100, output: 10 };
    expect(costOf(usage, price)).toBe(300 * 3 + 180 + 375 + 150);
    expect(costOf({ input: 1, cacheRead: 1, cacheWrite: 0, output: 0 }, price)).toBe(1);
  });

  test("a provider that counts its cache beside the input never makes a call cheaper than its parts", () => {
    expect(costOf({ input: 100, cacheRead: 600, cacheWrite: 0, output: 0 }, price)).toBe(180);
  });

  test("fractions of a price do not drift over many tokens", () => {
    const tenth = { input: 0.1, output: 0.1, cacheRead: 0.1, cacheWrite: 0.1 };
    expect(costOf({ input: 3_000_000_000, cacheRead: 0, cacheWrite: 0, output: 0 }, tenth)).toBe(300_000_000);
  });

  test("no reply to a request costs more than the worst case of its bytes and its limit", () => {
    const tokens = fc.nat({ max: 2_000_000 });
    const rate = fc.double({ min: 0, max: 200, noNaN: true });
    fc.assert(
      fc.property(
        tokens,
        tokens,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.record({ input: rate, output: rate, cacheRead: rate, cacheWrite: rate }),
        (input, output, read, write, prices) => {
          const cacheRead = Math.floor(input * read);
          const cacheWrite = Math.floor((input - cacheRead) * write);
          const cost = costOf({ input, cacheRead, cacheWrite, output }, prices);
          expect(cost).toBeLessThanOrEqual(worstCost(input, output, prices));
        },
      ),
    );
  });

  test("a price above nothing never becomes nothing", () => {
    const tiny = { input: 1e-9, output: 0, cacheRead: 0, cacheWrite: 0 };
    expect(costOf({ input: 1, cacheRead: 0, cacheWrite: 0, output: 0 }, tiny)).toBe(1);
  });
});
