import { expect, test } from "vitest";
import { scheduleName } from "../../infra/constructs/schedule-name.ts";

test("the longest names there can be make one that a schedule may have", () => {
  const longest = "x".repeat(39);
  expect(scheduleName("sweep", [longest, longest])).toMatch(/^sweep-x{39}-x+-\w{8}$/);
  expect(scheduleName("sweep", [longest, longest])).toHaveLength(64);
  expect(scheduleName("watch", [longest]).length).toBeLessThanOrEqual(64);
});

test("names that run together alike, or differ only behind what is cut, stay apart", () => {
  const long = "x".repeat(38);
  const names = [
    ["a-b", "c"],
    ["a", "b-c"],
    [long, `${long}y`],
    [long, `${long}z`],
  ] as const;
  expect(new Set(names.map((both) => scheduleName("sweep", both))).size).toBe(names.length);
});

test("a name stays what it is from one deployment to the next", () => {
  expect(scheduleName("sweep", ["acme", "shop"])).toBe(scheduleName("sweep", ["acme", "shop"]));
  expect(scheduleName("sweep", ["acme", "shop"])).toMatch(/^sweep-acme-shop-[0-9a-f]{8}$/);
  expect(scheduleName("watch", ["acme"])).toBe("watch-acme");
});
