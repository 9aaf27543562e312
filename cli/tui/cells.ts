import { sanitise } from "../terminal/sanitise.ts";
import { clip, displayWidth } from "../terminal/width.ts";
import type { Paint, Tone } from "./theme.ts";

/** A stretch of a row: text as it came from outside, and what it means. */
export type Part = string | readonly [tone: Tone, text: string];

/** Skin tones and choices between text and picture: terminals disagree on whether they take columns of their own. */
const DISPUTED = /[\u{1f3fb}-\u{1f3ff}\ufe0e\ufe0f]/gu;

/** The text as the screen shows it: safe, and as wide on every terminal. */
function shown(text: string): string {
  return sanitise(text).replace(DISPUTED, "");
}

/**
 * One row of exactly `width` columns. The one place where text becomes part of a frame: every part is
 * sanitised here, what does not fit is cut with `…`, what is missing is filled up.
 */
export function row(parts: readonly Part[], width: number, paint: Paint): string {
  let left = Math.max(width, 0);
  let done = "";
  for (const part of parts) {
    if (left === 0) break;
    const [tone, raw] = typeof part === "string" ? (["plain", part] as const) : part;
    const text = clip(shown(raw), left);
    left -= displayWidth(text);
    done += paint(tone, text);
  }
  return done + " ".repeat(left);
}

const GAP = 2;

/** A row with parts at both ends; the right end gives way last. */
export function spread(left: readonly Part[], right: readonly Part[], width: number, paint: Paint): string {
  const end = partsWidth(right);
  if (end + GAP > width) return row(right, width, paint);
  return row(left, width - end - GAP, paint) + row(["  ", ...right], end + GAP, paint);
}

/** Columns that the parts take when none is cut. */
export function partsWidth(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + displayWidth(shown(typeof part === "string" ? part : part[1])), 0);
}

/** `count` empty rows. */
export function blank(count: number, width: number): string[] {
  return Array.from({ length: Math.max(count, 0) }, () => " ".repeat(Math.max(width, 0)));
}

/** Exactly `height` rows: cut, or filled up with empty ones. */
export function fill(rows: readonly string[], height: number, width: number): string[] {
  return [...rows.slice(0, height), ...blank(height - rows.length, width)];
}
