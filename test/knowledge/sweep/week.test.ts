import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  newestSweep,
  readWeek,
  sweptAt,
  type Week,
  weekAfter,
  weekOf,
  weekRange,
} from "../../../knowledge/sweep/week.ts";
import { localParts } from "../../../knowledge/sweep/zoned-time.ts";

const HOUR = 60 * 60_000;
const at = (text: string) => Date.parse(text);
const iso = (time: number) => new Date(time).toISOString();
const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/St_Johns",
  "Asia/Kathmandu",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Pacific/Kiritimati",
  "Etc/GMT+12",
  "Africa/Casablanca",
];

describe("a week of an organisation", () => {
  test("is swept at seven on the Monday after it, whether clocks went forward or back in it", () => {
    expect(iso(sweptAt("2026-W12", "Europe/Berlin"))).toBe("2026-03-23T06:00:00.000Z");
    // Clocks go forward on Sunday 29 March, and back on Sunday 25 October.
    expect(iso(sweptAt("2026-W13", "Europe/Berlin"))).toBe("2026-03-30T05:00:00.000Z");
    expect(iso(sweptAt("2026-W42", "Europe/Berlin"))).toBe("2026-10-19T05:00:00.000Z");
    expect(iso(sweptAt("2026-W43", "Europe/Berlin"))).toBe("2026-10-26T06:00:00.000Z");
    expect(iso(sweptAt("2026-W10", "America/New_York"))).toBe("2026-03-09T11:00:00.000Z");
    expect(iso(sweptAt("2026-W44", "America/New_York"))).toBe("2026-11-02T12:00:00.000Z");
  });

  test("has an hour less where clocks go forward in it and one more where they go back, half an hour on Lord Howe", () => {
    const hours = (week: Week, zone: string) => {
      const { since, until } = weekRange(week, zone);
      return (until - since) / HOUR;
    };
    expect(hours("2026-W13", "Europe/Berlin")).toBe(167);
    expect(hours("2026-W43", "Europe/Berlin")).toBe(169);
    expect(hours("2026-W14", "Australia/Lord_Howe")).toBe(168.5);
    expect(hours("2026-W40", "Australia/Lord_Howe")).toBe(167.5);
    expect(hours("2026-W49", "Europe/Berlin")).toBe(168);
  });

  test("begins at the local midnight of zones with odd offsets, and where there is no midnight when the clocks skip it", () => {
    expect(iso(weekRange("2026-W49", "Asia/Kathmandu").since)).toBe("2026-11-29T18:15:00.000Z");
    expect(iso(weekRange("2026-W49", "America/St_Johns").since)).toBe("2026-11-30T03:30:00.000Z");
    expect(iso(weekRange("2026-W49", "Pacific/Chatham").since)).toBe("2026-11-29T10:15:00.000Z");
    // In 2021 Iran's clocks went from 24:00 on Sunday to 01:00 on Monday.
    expect(iso(weekRange("2021-W12", "Asia/Tehran").since)).toBe("2021-03-21T20:30:00.000Z");
  });

  test("is told by the calendar of the zone, not by that of UTC", () => {
    expect(weekOf(at("2026-11-29T23:30:00Z"), "UTC")).toBe("2026-W48");
    expect(weekOf(at("2026-11-29T23:30:00Z"), "Europe/Berlin")).toBe("2026-W49");
    expect(weekOf(at("2026-11-30T03:00:00Z"), "America/New_York")).toBe("2026-W48");
  });

  test("is the 53rd only in a year that has one, and belongs to the year of its Thursday", () => {
    expect(readWeek("2026-W53")).toBe("2026-W53");
    expect(readWeek("2027-W53")).toBeNull();
    expect(weekOf(at("2027-01-01T12:00:00Z"), "UTC")).toBe("2026-W53");
    expect(weekOf(at("2024-12-30T12:00:00Z"), "UTC")).toBe("2025-W01");
    expect(weekAfter("2026-W53")).toBe("2027-W01");
    expect(weekAfter("2021-W01", -1)).toBe("2020-W53");
    for (const no of ["2026-W00", "2026-W54", "2026-49", "2026-W4", "W49", "1969-W10", ""])
      expect(readWeek(no)).toBeNull();
  });

  test("is the newest to be swept only from seven o'clock of its Monday on", () => {
    const zone = "Europe/Berlin";
    const before = newestSweep(at("2026-11-30T05:59:59.999Z"), zone);
    expect(before).toEqual({
      week: "2026-W47",
      dueAt: at("2026-11-23T06:00:00Z"),
      nextAt: at("2026-11-30T06:00:00Z"),
    });
    expect(newestSweep(at("2026-11-30T06:00:00Z"), zone)).toMatchObject({ week: "2026-W48" });
    expect(newestSweep(at("2026-12-06T22:59:59Z"), zone)).toMatchObject({ week: "2026-W48" });
  });

  test("weeks follow each other without a gap, in any zone and century of Intl", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at("1975-01-01T00:00:00Z"), max: at("2099-01-01T00:00:00Z") }),
        fc.constantFrom(...ZONES),
        (now, zone) => {
          const week = weekOf(now, zone);
          const { since, until } = weekRange(week, zone);
          expect(since).toBeLessThanOrEqual(now);
          expect(until).toBeGreaterThan(now);
          expect(readWeek(week)).toBe(week);
          expect(weekAfter(weekAfter(week), -1)).toBe(week);
          expect(weekRange(weekAfter(week), zone).since).toBe(until);
          const { week: last, dueAt, nextAt } = newestSweep(now, zone);
          expect(dueAt).toBeLessThanOrEqual(now);
          expect(nextAt).toBeGreaterThan(now);
          expect(sweptAt(last, zone)).toBe(dueAt);
          expect(localParts(dueAt, zone)).toMatchObject({ hour: 7, minute: 0, second: 0 });
        },
      ),
      { numRuns: 300, seed: 20261201 },
    );
  });
});
