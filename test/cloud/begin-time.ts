import { localParts, zonedTime } from "../../knowledge/sweep/zoned-time.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Ten to seven, when the clocks of the organisation show it. */
const SHOWN = 6 * HOUR + 50 * 60_000;

/**
 * Ten minutes before seven o'clock of the newest Monday of which that is an hour ago: what is shown from then on is over
 * for whoever reads it by the machine's clock. Pure.
 */
export function beginTime(now: number, timeZone: string): number {
  const { year, month, day } = localParts(now - HOUR, timeZone);
  const today = Date.UTC(year, month - 1, day);
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  const monday = zonedTime(today - sinceMonday * DAY + SHOWN, timeZone);
  return monday <= now - HOUR ? monday : zonedTime(today - (sinceMonday + 7) * DAY + SHOWN, timeZone);
}
