import type { Place } from "../test-case.ts";

/** A text of the report, and where each of its rows stands. */
export interface Told {
  readonly text: string;
  readonly at: readonly Place[];
}

const ROW_END = /\r\n|\r|\n/g;

/** Rows that `text` begins after its first: its line breaks. */
export function rowBreaks(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count++;
  for (let at = text.indexOf("\r"); at >= 0; at = text.indexOf("\r", at + 1)) {
    if (text.charCodeAt(at + 1) !== 0x0a) count++;
  }
  return count;
}

/** The rows of a text, in order. */
export function rowsOf(text: string): string[] {
  return text.split(ROW_END);
}

/** A text all of whose rows stand on one line, or on no line of the report: the reader's own words. */
export function toldOn(line: number | null, text: string): Told {
  return { text, at: [{ row: 0, line, step: 0 }] };
}

/** The text from its first to its last character that is no white space. */
export function trimTold({ text, at }: Told): Told {
  const start = text.search(/\S/);
  if (start < 0) return { text: "", at: [] };
  const dropped = start === 0 ? 0 : rowBreaks(text.slice(0, start));
  return { text: text.trim(), at: dropped === 0 ? at : withoutRows(at, dropped) };
}

function withoutRows(at: readonly Place[], dropped: number): Place[] {
  const kept: Place[] = [];
  for (const { row, line, step } of at) {
    if (row > dropped) kept.push({ row: row - dropped, line, step });
    else kept.splice(0, 1, { row: 0, line: line === null ? null : line + (dropped - row) * step, step });
  }
  return kept;
}

/** Several texts with `between` (which ends a row) between each two; undefined where there is none. */
export function joinTold(parts: readonly (Told | undefined)[], between: string): Told | undefined {
  const said = parts.filter((part) => part !== undefined && part.text !== "") as Told[];
  const [first, ...others] = said;
  if (first === undefined || others.length === 0) return first;
  let text = first.text;
  const at = [...first.at];
  for (const part of others) {
    text += between;
    const rows = rowBreaks(text);
    for (const place of part.at) addPlace(at, { ...place, row: place.row + rows });
    text += part.text;
  }
  return { text, at };
}

/** Adds a place, unless the last one already says the same of its rows. */
export function addPlace(at: Place[], place: Place): void {
  const last = at.at(-1);
  if (last?.step === 1 && place.step === 1 && lineOfRow([last], place.row) === place.line) return;
  at.push(place);
}

/** The line of the report on which a row stands; null where it stands on none. */
export function lineOfRow(at: readonly Place[], row: number): number | null {
  const place = at.findLast((each) => each.row <= row);
  return place === undefined || place.line === null ? null : place.line + (row - place.row) * place.step;
}
