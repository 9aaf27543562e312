import { type LocalParts, localParts } from "../../knowledge/sweep/zoned-time.ts";

const MINUTE = 60_000;
/** The clocks of every zone change at one of these. */
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** No expression that is used waits for longer. */
const LONGEST = 5 * 366 * DAY;
const UNITS = { minute: MINUTE, minutes: MINUTE, hour: HOUR, hours: HOUR, day: DAY, days: DAY } as const;

/**
 * The first time after `after` at which a schedule of EventBridge Scheduler comes due, milliseconds: `rate(value unit)`,
 * counted from `began`, where it comes due at once; `cron(minutes hours day month weekday year)` by the clocks of the time
 * zone, where an hour that comes twice counts once and one that is skipped not at all. Errors: any other expression.
 */
export function nextTime(
  expression: string,
  { timeZone, began, after }: { readonly timeZone: string; readonly began: number; readonly after: number },
): number {
  const rate = /^rate\((\d+) (\w+)\)$/.exec(expression);
  const unit = UNITS[rate?.[2] as keyof typeof UNITS];
  if (rate !== null && unit !== undefined) {
    const every = Number(rate[1]) * unit;
    return after < began ? began : began + (Math.floor((after - began) / every) + 1) * every;
  }
  const fields = /^cron\((.+)\)$/.exec(expression)?.[1]?.split(" ");
  if (fields?.length !== 6) throw new Error(`a schedule that is not known here: ${expression}`);
  return nextOfCron(fields, timeZone, after);
}

type Accepts = (value: number) => boolean;

function nextOfCron(fields: readonly string[], timeZone: string, after: number): number {
  const [minutes = "", hours = "", days = "", months = "", weekdays = "", years = ""] = fields;
  const accepts = {
    minute: field(minutes, 0, 59),
    hour: field(hours, 0, 23),
    day: field(days, 1, 31),
    month: field(months, 1, 12, MONTHS),
    weekday: field(weekdays, 1, 7, WEEKDAYS),
    year: field(years, 1970, 2199),
  };
  const isDay = ({ year, month, day }: LocalParts) =>
    accepts.year(year) &&
    accepts.month(month) &&
    accepts.day(day) &&
    accepts.weekday(new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1);
  const first = (Math.floor(after / MINUTE) + 1) * MINUTE;
  for (let quarter = Math.floor(first / QUARTER) * QUARTER; quarter < after + LONGEST; quarter += QUARTER) {
    const shown = localParts(quarter, timeZone);
    if (!isDay(shown) || !accepts.hour(shown.hour)) continue;
    for (let at = Math.max(quarter, first); at < quarter + QUARTER; at += MINUTE) {
      const minute = shown.minute + (at - quarter) / MINUTE;
      if (accepts.minute(minute) && !isShownAgain(at, timeZone)) return at;
    }
  }
  throw new Error(`the schedule cron(${fields.join(" ")}) never comes due`);
}

/** Whether the clocks showed this very time an hour ago, before they were put back. */
function isShownAgain(at: number, timeZone: string): boolean {
  const [now, before] = [localParts(at, timeZone), localParts(at - HOUR, timeZone)];
  return now.day === before.day && now.hour === before.hour && now.minute === before.minute;
}

const MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];
const WEEKDAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** A field of a cron expression: lists, ranges, steps, names; `L`, `W` and `#` are not used here. */
function field(text: string, least: number, most: number, names: readonly string[] = []): Accepts {
  if (text === "*" || text === "?") return () => true;
  const numberOf = (word: string): number => {
    const named = names.indexOf(word.toUpperCase());
    const value = named === -1 ? Number(word) : named + least;
    if (!Number.isInteger(value) || value < least || value > most)
      throw new Error(`a field of a schedule that is not known here: ${text}`);
    return value;
  };
  const parts = text.split(",").map((part): Accepts => {
    const [range = "", step] = part.split("/");
    const [from, to] = range === "*" ? [least, most] : range.split("-").map(numberOf);
    const begin = from ?? least;
    const end = to ?? (step === undefined ? begin : most);
    return (value) => value >= begin && value <= end && (value - begin) % Number(step ?? 1) === 0;
  });
  return (value) => parts.some((accepts) => accepts(value));
}
