import { rowBreaks, type Told, toldOn } from "../shared/told.ts";
import type { Place } from "../test-case.ts";

const WRITTEN = /&(#x[0-9a-f]{1,8}|#\d{1,8}|[^;\s&]{1,40});|\r\n|\r|\n/gi;
const NAMED = new Set(["amp", "lt", "gt", "quot", "apos"]);

/**
 * An attribute with the lines that it stands on. `tag` is the tag behind its name as written, beginning on
 * `tagLine`; `value` the attribute as parsed, in which XML has made blanks of the line breaks.
 */
export function attributeIn(tag: string, name: string, value: string, tagLine: number): Told {
  const written = find(tag, name);
  if (written === undefined) return toldOn(tagLine, value);
  const line = tagLine + rowBreaks(tag.slice(0, written.start));
  const breaks = breaksOf(tag.slice(written.start, written.end), value);
  if (breaks.length === 0) return toldOn(line, value);
  const at: Place[] = [{ row: 0, line, step: 0 }];
  let text = "";
  let rows = 0;
  for (const [index, place] of breaks.entries()) {
    const row = `${value.slice(text.length, place)}\n`;
    text += row;
    rows += rowBreaks(row);
    at.push({ row: rows, line: line + index + 1, step: 0 });
  }
  return { text: text + value.slice(text.length), at };
}

function find(tag: string, name: string): { start: number; end: number } | undefined {
  let at = 0;
  for (;;) {
    const double = tag.indexOf('"', at);
    const single = tag.indexOf("'", at);
    const quote = double < 0 || (single >= 0 && single < double) ? single : double;
    if (quote < 0) return undefined;
    const end = tag.indexOf(tag.charAt(quote), quote + 1);
    if (end < 0) return undefined;
    const before = tag.slice(at, quote).trimEnd();
    if (before.endsWith("=") && before.slice(0, -1).trimEnd().split(/\s/).at(-1) === name)
      return { start: quote + 1, end };
    at = end + 1;
  }
}

/** Places of the blanks in `value` that were written as line breaks; none where the two do not agree. */
function breaksOf(written: string, value: string): number[] {
  const breaks: number[] = [];
  let place = 0;
  let last = 0;
  for (const match of written.matchAll(WRITTEN)) {
    place += match.index - last;
    last = match.index + match[0].length;
    const entity = match[1];
    if (entity !== undefined) place += lengthOf(entity, match[0].length);
    else if (value.charAt(place) === " ") breaks.push(place++);
    else return [];
  }
  return breaks;
}

/** Characters that an entity stands for; one that is not known stays as it is written. */
function lengthOf(entity: string, written: number): number {
  if (NAMED.has(entity)) return 1;
  if (!entity.startsWith("#")) return written;
  const point = entity.charAt(1) === "x" ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return point > 0xffff ? 2 : 1;
}
