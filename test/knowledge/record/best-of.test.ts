import fc from "fast-check";
import { expect, test } from "vitest";
import { bestOf } from "../../../knowledge/record/best-of.ts";

test("the first of all, in order, and how many there were: as sorting everything gives them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 600 }),
      fc.integer({ min: 0, max: 60 }),
      (numbers, count) => {
        const collected = bestOf<number>(count, (a, b) => a - b);
        for (const number of numbers) collected.add(number);
        const sorted = numbers.toSorted((a, b) => a - b);
        expect(collected.end()).toEqual({ total: numbers.length, best: sorted.slice(0, count) });
      },
    ),
  );
});
