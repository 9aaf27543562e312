import { expect, test } from "vitest";
import { beginTime } from "./begin-time.ts";

test.each([
  ["a Tuesday", "2026-12-01T09:00:00Z", "2026-11-30T05:50:00.000Z"],
  ["a Sunday", "2026-12-06T22:00:00Z", "2026-11-30T05:50:00.000Z"],
  ["that Monday, an hour later", "2026-11-30T06:50:00Z", "2026-11-30T05:50:00.000Z"],
  ["that Monday, before", "2026-11-30T06:49:00Z", "2026-11-23T05:50:00.000Z"],
  ["in summer", "2026-07-08T09:00:00Z", "2026-07-06T04:50:00.000Z"],
])("on %s, ten to seven of the newest Monday that is an hour old", (_, now, begin) => {
  expect(new Date(beginTime(Date.parse(now), "Europe/Berlin")).toISOString()).toBe(begin);
});
