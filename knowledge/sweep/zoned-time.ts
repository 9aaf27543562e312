const DAY = 24 * 60 * 60_000;

export interface LocalParts {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

/** What the calendar and the clocks of a time zone show at a moment. Pure. */
export function localParts(at: number, timeZone: string): LocalParts {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
  return { year, month, day, hour, minute, second };
}

/**
 * The moment at which the clocks of a time zone show this time, which is given as if it were in UTC. Of two the first;
 * where the clocks skip it, the moment at which they do. Pure.
 */
export function zonedTime(shown: number, timeZone: string): number {
  const before = shown - offsetAt(shown - DAY, timeZone);
  const after = shown - offsetAt(shown + DAY, timeZone);
  const fitting = [before, after].filter((at) => at + offsetAt(at, timeZone) === shown);
  return fitting.length === 0 ? before : Math.min(...fitting);
}

/** How far the clocks of a time zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = localParts(at, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}
