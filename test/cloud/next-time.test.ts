import { describe, expect, test } from "vitest";
import { nextTime } from "./next-time.ts";

const at = (text: string) => Date.parse(text);
const next = (expression: string, after: string, timeZone = "Europe/Berlin") =>
  new Date(
    nextTime(expression, { timeZone, began: at("2026-01-01T00:00:00Z"), after: at(after) }),
  ).toISOString();

test("a rate comes due at once, and then that long after it began, however late it is asked for", () => {
  const rate = (after: string) => next("rate(10 minutes)", after);
  expect(rate("2025-12-31T23:59:59.999Z")).toBe("2026-01-01T00:00:00.000Z");
  expect(rate("2026-01-01T00:00:00Z")).toBe("2026-01-01T00:10:00.000Z");
  expect(rate("2026-01-01T05:03:20Z")).toBe("2026-01-01T05:10:00.000Z");
});

describe("a cron expression comes due by the clocks of its zone", () => {
  test.each([
    ["in winter", "cron(0 7 * * ? *)", "2026-01-05T05:00:00Z", "2026-01-05T06:00:00.000Z"],
    ["in summer", "cron(0 7 * * ? *)", "2026-07-06T04:00:00Z", "2026-07-06T05:00:00.000Z"],
    ["not twice at one time", "cron(0 7 * * ? *)", "2026-01-05T06:00:00Z", "2026-01-06T06:00:00.000Z"],
    ["on Mondays", "cron(30 6 ? * MON *)", "2026-01-06T00:00:00Z", "2026-01-12T05:30:00.000Z"],
    ["in steps", "cron(0/20 8-9 * * ? *)", "2026-01-05T07:25:00Z", "2026-01-05T07:40:00.000Z"],
    ["of a list", "cron(5,35 * 6 JAN,MAR ? *)", "2026-01-05T20:00:00Z", "2026-01-05T23:05:00.000Z"],
    [
      "skipped by the clocks: a day later",
      "cron(30 2 * * ? *)",
      "2026-03-28T23:00:00Z",
      "2026-03-30T00:30:00.000Z",
    ],
    [
      "shown twice by the clocks: once",
      "cron(30 2 * * ? *)",
      "2026-10-25T00:30:00Z",
      "2026-10-26T01:30:00.000Z",
    ],
  ])("%s", (_, expression, after, due) => {
    expect(next(expression, after)).toBe(due);
  });

  test("in a zone whose hours are not those of others", () => {
    expect(next("cron(0 7 * * ? *)", "2026-01-05T00:00:00Z", "Asia/Kathmandu")).toBe(
      "2026-01-05T01:15:00.000Z",
    );
  });
});

test.each(["rate(10 fortnights)", "at(2026-01-01T00:00:00)", "cron(0 7 L * ? *)", "cron(0 7 * * *)"])(
  "%s is not guessed at",
  (expression) => {
    expect(() => next(expression, "2026-01-01T00:00:00Z")).toThrow("not known here");
  },
);
