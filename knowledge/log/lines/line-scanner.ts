import { type CleanLine, cleanLine } from "./clean-line.ts";
import { BACK_BYTES, LINE_BYTES, openLineCutter } from "./line-cutter.ts";
import { type LiteralFinder, SPLIT } from "./literal-finder.ts";
import { columnsEnd, hashMasked } from "./masked-line.ts";

/** How many lines back a line can still be asked for. */
const BACK_LINES = 1_024;
/** Lines at the head of a log that are always told. */
const HEAD_LINES = 60;

/** A line of the log, decoded only when asked. Valid only during the call it was handed to. */
export interface ScannedLine {
  /** 1-based. */
  readonly number: number;
  clean(): CleanLine;
  /** See {@link hashMasked}. */
  hash(): number;
}

/** The line that has just ended. */
export interface CurrentLine extends ScannedLine {
  /** Literals on it, each once. The array is reused. */
  readonly hits: readonly number[];
  /** The line `back` lines before this one, null where it is out of reach. */
  before(back: number): ScannedLine | null;
}

export interface LineScanner {
  write(chunk: Uint8Array): void;
  /** Ends the last line; returns how many lines there were. */
  end(): number;
  /** The last lines, oldest first. */
  last(count: number): ScannedLine[];
}

/**
 * Cuts a log into lines and looks for literals on them. `onLine` is called for each line on which a literal
 * stands, for each of the first lines and for each line up to the number that it returned last; no other
 * line is ever decoded. Escape sequences do not hide a literal.
 */
export function openLineScanner(finder: LiteralFinder, onLine: (line: CurrentLine) => number): LineScanner {
  let bytes: Buffer = Buffer.alloc(0);
  let base = 0;
  let number = 0;
  let wantedTo = HEAD_LINES;
  let keptBytes = 0;
  let columns: boolean | null = null;
  let split = false;
  const starts = new Float64Array(BACK_LINES);
  const stops = new Float64Array(BACK_LINES);
  /** Bytes kept of all lines up to and including the one in the slot. */
  const keptTo = new Float64Array(BACK_LINES);
  const hits: number[] = [];
  const lastLineOf = new Float64Array(finder.literals.length);
  const scratch = new Uint8Array(LINE_BYTES);

  const note = (literal: number) => {
    if (literal === SPLIT) {
      split = true;
    } else if (lastLineOf[literal] !== number + 1) {
      lastLineOf[literal] = number + 1;
      hits.push(literal);
    }
  };

  const cutter = openLineCutter({
    seek: (window, from, to) => finder.find(window, from, to, note),
    line(window, offset, from, to) {
      bytes = window;
      base = offset;
      if (split) finder.find(scratch, 0, withoutEscapes(window, from, to, scratch), note);
      split = false;
      number++;
      const slot = number % BACK_LINES;
      starts[slot] = offset + from;
      stops[slot] = offset + to;
      keptBytes += to - from;
      keptTo[slot] = keptBytes;
      columns ??= columnsEnd(window, from, to) > from;
      if (hits.length > 0 || number <= wantedTo) {
        current.number = number;
        wantedTo = Math.max(wantedTo, onLine(current));
        hits.length = 0;
      }
    },
  });

  function lineAt(wanted: number): ScannedLine | null {
    if (wanted < 1 || wanted <= number - BACK_LINES) return null;
    const slot = wanted % BACK_LINES;
    if (keptBytes - keptTo[slot]! > BACK_BYTES - 2 * LINE_BYTES) return null;
    const from = starts[slot]! - base;
    const to = stops[slot]! - base;
    return {
      number: wanted,
      clean: () => cleanLine(bytes, from, to),
      hash: () => hashMasked(bytes, columns ? columnsEnd(bytes, from, to) : from, to),
    };
  }

  const current = {
    number: 0,
    hits: hits as readonly number[],
    clean: () => lineAt(number)!.clean(),
    hash: () => lineAt(number)!.hash(),
    before: (back: number) => (back < 1 ? null : lineAt(number - back)),
  };

  return {
    write: cutter.write,
    end: cutter.end,
    last(count) {
      const lines: ScannedLine[] = [];
      for (let wanted = Math.max(1, number - count + 1); wanted <= number; wanted++) {
        const line = lineAt(wanted);
        if (line !== null) lines.push(line);
      }
      return lines;
    },
  };
}

/** Copies a line without its CSI sequences; returns the length. */
function withoutEscapes(bytes: Uint8Array, from: number, to: number, into: Uint8Array): number {
  let length = 0;
  for (let at = from; at < to; at++) {
    if (bytes[at] === 27 && bytes[at + 1] === 91) {
      at += 2;
      while (at < to && (bytes[at]! < 64 || bytes[at]! > 126)) at++;
    } else if (bytes[at] !== 27) {
      into[length++] = bytes[at]!;
    }
  }
  return length;
}
