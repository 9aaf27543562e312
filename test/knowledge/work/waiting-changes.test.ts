import fc from "fast-check";
import { expect, test } from "vitest";
import { chooseWaiting, LOOKED_AT } from "../../../knowledge/work/waiting-changes.ts";

const MINUTES = 60_000;
const rows = (count: number) => Array.from({ length: count }, (_, index) => index);

test("as many as fit are all looked at, those first that wait for the longest", () => {
  expect(chooseWaiting(rows(LOOKED_AT), Date.UTC(2026, 2, 1))).toEqual(rows(LOOKED_AT));
  expect(chooseWaiting([], 0)).toEqual([]);
});

test("of too many each is looked at once in as many looks as there are parts, whenever the first one is", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), fc.nat(2 ** 40), (count, begun) => {
      const parts = Math.ceil(count / LOOKED_AT);
      const looks = Array.from({ length: parts }, (_, look) =>
        chooseWaiting(rows(count), begun + look * 10 * MINUTES),
      );
      expect(looks.every((look) => look.length <= LOOKED_AT)).toBe(true);
      expect(looks.flat().toSorted((a, b) => a - b)).toEqual(rows(count));
    }),
  );
});
