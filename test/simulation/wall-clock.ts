/** What a clock on a wall shows in a time zone, by the platform's own calendar. */
export interface WallTime {
  /** `2026-03-29`. */
  readonly day: string;
  /** From 1, Monday. */
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
}

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const HOUR = 60 * 60_000;
const formats = new Map<string, Intl.DateTimeFormat>();

export function wallTime(at: number, timeZone: string): WallTime {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-GB", {
      timeZone,
      hourCycle: "h23",
      weekday: "short",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
  formats.set(timeZone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    day: `${parts.year}-${parts.month}-${parts.day}`,
    weekday: DAYS.indexOf(parts.weekday ?? "") + 1,
    hour: Number(parts.hour),
    minute: Number(parts.minute),
  };
}

/** The next time after `now` at which a clock in the zone shows this full hour; zones are whole or half hours apart. */
export function nextWallHour(now: number, hour: number, timeZone: string): number {
  const half = HOUR / 2;
  for (let at = (Math.floor(now / half) + 1) * half; ; at += half) {
    const wall = wallTime(at, timeZone);
    if (wall.hour === hour && wall.minute === 0) return at;
  }
}
