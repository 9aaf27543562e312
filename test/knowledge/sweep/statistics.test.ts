import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chanceOfBeingAbove } from "../../../knowledge/sweep/statistics/mann-whitney.ts";
import { median } from "../../../knowledge/sweep/statistics/median.ts";
import { mostWhereNoneSeen } from "../../../knowledge/sweep/statistics/none-seen.ts";
import { wilsonBounds } from "../../../knowledge/sweep/statistics/wilson.ts";

describe("Wilson's bounds", () => {
  test.each([
    // By the formula of Wilson, computed apart; the first row is (z²/n)/(1 + z²/n).
    [0, 10, 0, 0.277533],
    [1, 10, 0.017876, 0.40415],
    [5, 10, 0.236593, 0.763407],
    [10, 10, 0.722467, 1],
    [15, 50, 0.191036, 0.437504],
    [1, 200, 0.000883, 0.027774],
  ])("of %i in %i are %f to %f", (found, all, low, high) => {
    const bounds = wilsonBounds(found, all);
    expect(bounds.low).toBeCloseTo(low, 5);
    expect(bounds.high).toBeCloseTo(high, 5);
  });

  test("hold the rate, stay between 0 and 1, and say everything of nothing", () => {
    expect(wilsonBounds(0, 0)).toEqual({ low: 0, high: 1 });
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (found, missed) => {
        const all = found + missed;
        fc.pre(all > 0);
        const { low, high } = wilsonBounds(found, all);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(found / all);
        expect(high).toBeGreaterThanOrEqual(found / all);
      }),
      { seed: 5 },
    );
  });
});

test("where nothing was seen, at most 1 − 0.05^(1/n) is there, which three in n comes near", () => {
  expect(mostWhereNoneSeen(0)).toBe(1);
  expect(mostWhereNoneSeen(1)).toBeCloseTo(0.95, 10);
  expect(mostWhereNoneSeen(100)).toBeCloseTo(0.029513, 6);
  expect(mostWhereNoneSeen(1_000) * 1_000).toBeCloseTo(3, 1);
});

test("the median is the middle, or between the two in the middle", () => {
  expect([median([]), median([3]), median([9, 1, 2]), median([4, 1, 2, 9])]).toEqual([null, 3, 2, 3]);
});

describe("the rank test", () => {
  test.each([
    // scipy.stats.mannwhitneyu(later, before, alternative="greater", method="asymptotic").pvalue
    [[6, 7, 8, 9, 10], [1, 2, 3, 4, 5], 0.006093],
    [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 0.996692],
    [[3, 4, 2, 6, 2, 5], [9, 7, 5, 10, 6, 8], 0.996047],
    [[1, 2, 3, 4], [1, 2, 3, 4], 0.55879],
  ])("of %j over %j says %f", (later, before, chance) => {
    expect(chanceOfBeingAbove(later, before)).toBeCloseTo(chance, 4);
  });

  test("can tell nothing from nothing, or from equal values", () => {
    expect([
      chanceOfBeingAbove([], [1]),
      chanceOfBeingAbove([1], []),
      chanceOfBeingAbove([2, 2, 2], [2, 2]),
    ]).toEqual([1, 1, 1]);
  });

  test("goes by ranks alone: one value however extreme counts as much as the largest", () => {
    const before = [10, 11, 12, 13, 14, 15];
    expect(chanceOfBeingAbove([10, 11, 12, 16], before)).toBe(
      chanceOfBeingAbove([10, 11, 12, 9_999], before),
    );
  });

  test("does not care for order, and never gets less likely as the later values grow", () => {
    const values = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(values, values, fc.integer({ min: 1, max: 20 }), (later, before, more) => {
        const chance = chanceOfBeingAbove(later, before);
        expect(chance).toBeGreaterThanOrEqual(0);
        expect(chance).toBeLessThanOrEqual(1);
        expect(chanceOfBeingAbove(later.toReversed(), before.toReversed())).toBeCloseTo(chance, 12);
        const above = chanceOfBeingAbove(
          later.map((value) => value + 100 + more),
          before,
        );
        expect(above).toBeLessThanOrEqual(chance + 1e-9);
      }),
      { seed: 7 },
    );
  });
});
