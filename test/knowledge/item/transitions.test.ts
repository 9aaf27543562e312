import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ITEM_STATUSES, type ItemStatus } from "../../../knowledge/item/item-status.ts";
import {
  isAbandoned,
  isBeforeReview,
  isRework,
  isTerminal,
  mayFollow,
  nextTowards,
  TRANSITIONS,
} from "../../../knowledge/item/transitions.ts";

const status = fc.constantFrom<ItemStatus>(...ITEM_STATUSES);
const WAY = ITEM_STATUSES.slice(0, 6);

describe("the way of a piece of work", () => {
  test("leads forward by one step at a time, back to work, and out from wherever it has not ended", () => {
    fc.assert(
      fc.property(status, status, (from, to) => {
        const steps = ITEM_STATUSES.indexOf(to) - ITEM_STATUSES.indexOf(from);
        const isBack = ["defining", "implementing", "reviewing-implementation"].includes(to) && steps < 0;
        const expected =
          !isTerminal(from) && (isAbandoned(to) || isBack || (WAY.includes(to) && steps === 1));
        expect(mayFollow(from, to)).toBe(expected);
        expect(isRework(from, to)).toBe(!isTerminal(from) && !isTerminal(to) && steps < 0);
      }),
    );
  });

  test("names a next step that is allowed and comes nearer, or none", () => {
    for (const from of ITEM_STATUSES)
      for (const to of ITEM_STATUSES) {
        const next = nextTowards(from, to);
        if (next === null) continue;
        expect(mayFollow(from, next)).toBe(true);
        expect(WAY.indexOf(next)).toBeLessThanOrEqual(WAY.indexOf(to));
      }
    expect(nextTowards("defining", "done")).toBe("implementing");
    expect(nextTowards("done", "implementing")).toBeNull();
  });

  test("ends in done, cancelled and stopped alone", () => {
    const ends = ITEM_STATUSES.filter((one) => TRANSITIONS[one].length === 0);
    expect(ends).toEqual(["done", "cancelled", "stopped"]);
    expect(ITEM_STATUSES.filter(isBeforeReview)).toEqual(["defining", "implementing"]);
  });
});
