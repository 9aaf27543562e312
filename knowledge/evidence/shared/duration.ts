const CLOCK = /^(?:(\d+)\.)?(\d{1,4}):(\d{1,2})(?::(\d{1,2}(?:[.,]\d+)?))?$/;
const ISO = /^PT(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?$/i;
const UNIT = /^([\d.,]+)\s*(ms|s|sec|secs|seconds|m|min)$/i;
const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  m: 60_000,
  min: 60_000,
};

/**
 * Milliseconds of a time that a report gives in seconds, or undefined where it gives none: empty, negative
 * or not a number.
 *
 * Understands `1.5`, `1e-3`, `1,234.56` and `1.234,56` (both 1234.56), `0,5`, `1.5s`, `12 ms`, `PT1.5S` and
 * clocks: `hh:mm:ss.f`, `mm:ss`, `d.hh:mm:ss`. A lone comma is a decimal one: `1,234` is 1.234 seconds, for
 * tests of a second and a bit are common and tests of exactly 1234 seconds are not.
 */
export function secondsToMs(text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  const plain = Number(text);
  if (plain > 0) return milliseconds(plain);
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > 40) return undefined;
  return milliseconds(clock(trimmed) ?? iso(trimmed) ?? withUnit(trimmed) ?? Number(decimal(trimmed) || "-"));
}

function milliseconds(seconds: number): number | undefined {
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1e9) / 1e6 : undefined;
}

function clock(text: string): number | undefined {
  const match = CLOCK.exec(text);
  if (!match) return undefined;
  const [, days, first, second, third] = match;
  if (third === undefined) return Number(first) * 60 + Number(second);
  return (
    Number(days ?? 0) * 86_400 + Number(first) * 3600 + Number(second) * 60 + Number(third.replace(",", "."))
  );
}

function iso(text: string): number | undefined {
  const match = ISO.exec(text);
  if (!match) return undefined;
  return Number(match[1] ?? 0) * 3600 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0);
}

function withUnit(text: string): number | undefined {
  const match = UNIT.exec(text);
  if (!match?.[1] || !match[2]) return undefined;
  return (Number(decimal(match[1]) || "-") * (UNIT_MS[match[2].toLowerCase()] ?? 1000)) / 1000;
}

/** The number with a point for its decimals and nothing between its thousands. */
function decimal(text: string): string {
  const comma = text.lastIndexOf(",");
  const point = text.lastIndexOf(".");
  if (comma < 0) return text.indexOf(".") === point ? text : text.replaceAll(".", "");
  if (point > comma) return text.replaceAll(",", "");
  if (point >= 0) return text.replaceAll(".", "").replace(",", ".");
  return text.indexOf(",") === comma ? text.replace(",", ".") : text.replaceAll(",", "");
}
