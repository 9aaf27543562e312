import { localParts, zonedTime } from "./zoned-time.ts";

/** An ISO 8601 week, `2026-W49`: Monday to Sunday, in the year that its Thursday is in. */
export type Week = `${number}-W${string}`;

/** Milliseconds since the epoch; `until` is not of it. */
export interface WeekRange {
  readonly since: number;
  readonly until: number;
}

const DAY = 24 * 60 * 60_000;
const THURSDAY = 4;
/** Hour of a Monday at which the week before it is swept (C-079). */
const SWEPT_AT = 7;
/** Milliseconds after that in which a sweep that was missed is made up for. */
export const MADE_UP_WITHIN = 6 * DAY;

/** The week that a moment is in, by the calendar of a time zone. Pure. */
export function weekOf(at: number, timeZone: string): Week {
  const { year, month, day } = localParts(at, timeZone);
  return weekOfDay(Date.UTC(year, month - 1, day));
}

/** The week of that name, or null where there is none: not every year has a 53rd. Pure. */
export function readWeek(text: string): Week | null {
  const [, year, number] = /^(\d{4})-W(\d\d)$/.exec(text) ?? [];
  if (year === undefined || number === undefined || Number(year) < 1970) return null;
  const monday = mondayOf(text as Week);
  return weekOfDay(monday) === text ? (text as Week) : null;
}

/** The week so many weeks after it, or before it. Pure. */
export function weekAfter(week: Week, weeks = 1): Week {
  return weekOfDay(mondayOf(week) + weeks * 7 * DAY);
}

/** When a week begins and ends in a time zone; it has an hour more or less where the clocks are changed in it. Pure. */
export function weekRange(week: Week, timeZone: string): WeekRange {
  return { since: mondayAt(week, 0, timeZone), until: mondayAt(weekAfter(week), 0, timeZone) };
}

/** When a week is swept: 07:00 on the Monday after it, as the clocks of the time zone show it. Pure. */
export function sweptAt(week: Week, timeZone: string): number {
  return mondayAt(weekAfter(week), SWEPT_AT, timeZone);
}

/** The newest week whose sweep has come due, since when, and when the next one does. Pure. */
export function newestSweep(
  now: number,
  timeZone: string,
): { readonly week: Week; readonly dueAt: number; readonly nextAt: number } {
  const running = weekOf(now, timeZone);
  const last = weekAfter(running, -1);
  const week = sweptAt(last, timeZone) <= now ? last : weekAfter(last, -1);
  return { week, dueAt: sweptAt(week, timeZone), nextAt: sweptAt(weekAfter(week), timeZone) };
}

function mondayAt(week: Week, hour: number, timeZone: string): number {
  return zonedTime(mondayOf(week) + hour * 60 * 60_000, timeZone);
}

/** Days as midnights in UTC, whatever the zone. */
function weekOfDay(day: number): Week {
  const weekday = new Date(day).getUTCDay() || 7;
  const thursday = new Date(day + (THURSDAY - weekday) * DAY);
  const year = thursday.getUTCFullYear();
  const number = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY)) + 1;
  return `${year}-W${String(number).padStart(2, "0")}`;
}

/** The fourth of January is in the first week of its year. */
function mondayOf(week: Week): number {
  const fourth = Date.UTC(Number(week.slice(0, 4)), 0, 4);
  const weekday = new Date(fourth).getUTCDay() || 7;
  return fourth - (weekday - 1) * DAY + (Number(week.slice(6)) - 1) * 7 * DAY;
}
