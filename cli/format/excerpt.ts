import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { wrap } from "../terminal/wrap.ts";

const MOST_EXCERPTS = 3;
const MOST_LINES = 24;
/** Rows of the screen that one marked line may take. */
const MOST_ROWS = 4;
/** Lines kept before the first marked one where an excerpt is longer than is shown. */
const LEAD_IN = 6;

interface Line {
  readonly line: number;
  readonly text: string;
  readonly marked: boolean;
}

/** What there is to quote: the evidence, and the stretches around errors. */
interface Quoted {
  readonly result: {
    readonly evidence: readonly {
      readonly file?: string | undefined;
      readonly line: number;
      readonly quote: string;
    }[];
  };
  readonly excerpts: readonly {
    readonly lines: readonly { readonly line: number; readonly text: string; readonly isError: boolean }[];
  }[];
}

/** The stretches to read, a section each: the first excerpts and the evidence that none of them holds, the best evidence on top. */
export function formatExcerpts({ result, excerpts }: Quoted, view: View): string[][] {
  const own = result.evidence.filter(({ file }) => file === undefined);
  const evident = new Set(own.map(({ line }) => line));
  const shown = excerpts
    .slice(0, MOST_EXCERPTS)
    .map(({ lines }) =>
      window(lines.map(({ line, text, isError }) => ({ line, text, marked: isError || evident.has(line) }))),
    );
  const covered = new Set(shown.flat().map(({ line }) => line));
  const apart = own
    .filter(({ line }) => !covered.has(line))
    .map(({ line, quote }) => ({ line, text: firstLine(quote), marked: true }));
  const elsewhere = result.evidence.flatMap(({ file, line, quote }) =>
    file === undefined
      ? []
      : [clip(`${sanitise(file)}:${line}: ${sanitise(firstLine(quote))}`, view.columns)],
  );
  const best = own[0];
  const apartFirst = best !== undefined && !covered.has(best.line);
  const stretches = apartFirst ? [apart, ...shown] : [...shown, apart];
  return onceEach(stretches)
    .map((lines) => render(lines, view))
    .concat([elsewhere]);
}

/** Surroundings overlap where errors stand close together: each line is shown where it comes first. */
function onceEach(stretches: readonly (readonly Line[])[]): (readonly Line[])[] {
  const seen = new Set<number>();
  return stretches.flatMap((lines) => {
    const fresh = lines.filter(({ line }) => !seen.has(line));
    for (const { line } of lines) seen.add(line);
    return fresh.some(({ marked }) => marked) ? [fresh] : [];
  });
}

function window(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MOST_LINES) return lines;
  const first = lines.findIndex(({ marked }) => marked);
  const start = Math.min(Math.max(first - LEAD_IN, 0), lines.length - MOST_LINES);
  return lines.slice(start, start + MOST_LINES);
}

function render(lines: readonly Line[], { columns, style }: View): string[] {
  const digits = Math.max(...lines.map(({ line }) => String(line).length), 4);
  const width = columns - digits - 5;
  return lines.flatMap(({ line, text, marked }) => {
    const number = String(line).padStart(digits);
    const body = sanitise(text).trimEnd();
    if (!marked) return [`  ${style.dim(number)} │ ${clip(body, width)}`.trimEnd()];
    const [head = "", ...rest] = rows(body, width);
    return [
      `${style.red(`▸ ${number}`)} │ ${style.bold(head)}`,
      ...rest.map((row) => `  ${" ".repeat(digits)} │ ${style.bold(row)}`),
    ];
  });
}

/** A marked line is what a person came for: it is wrapped, not clipped, up to a few rows. */
function rows(text: string, width: number): string[] {
  const indent = " ".repeat(Math.min(text.length - text.trimStart().length, width >> 1));
  const wrapped = wrap(text.trimStart(), width - indent.length).map((row) => indent + row);
  return wrapped.length <= MOST_ROWS
    ? wrapped
    : [...wrapped.slice(0, MOST_ROWS - 1), clip(wrapped.slice(MOST_ROWS - 1).join(" "), width)];
}

function firstLine(quote: string): string {
  return quote.split("\n", 1)[0] ?? "";
}
