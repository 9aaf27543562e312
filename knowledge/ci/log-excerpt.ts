import type { ErrorBlock, LogDigest, LogLine } from "../log/log-digest.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { ExcerptPart, LogExcerpt } from "./failed-check.ts";
import { maskedLine } from "./masked-line.ts";

/** Lines around an error; what the log has to be read with for an excerpt to have them. */
export const EXCERPT_AROUND = 20;

const ERRORS = 5;
/** Bytes of UTF-8 that the lines of an excerpt may have together, each with its end (schemas.md §3). */
const BYTES = 64 * 1024;
/** Of these, what the last lines may have. */
const TAIL_BYTES = 16 * 1024;

/**
 * The first errors of a log, best first, each with up to {@link EXCERPT_AROUND} lines on either side, and its last 40
 * lines: no line twice, masked, at most 64 KiB together. Where that is too much, the lines nearest to an error's
 * headline stay, and the very last ones. `cut` says that lines were left out, or that the log ended early. Pure.
 */
export function logExcerpt(digest: LogDigest, mask: SecretMask, endedEarly: boolean): LogExcerpt {
  const blocks = digest.errors.slice(0, ERRORS);
  const headlines = new Set(blocks.map(({ headline }) => headline.line));
  const known = linesOf(digest);
  const taken = new Set<number>();
  let left = BYTES - TAIL_BYTES;
  let leftOut = false;

  const take = (wanted: readonly LogLine[], bytes: number): ExcerptPart | null => {
    const lines: ExcerptPart["lines"][number][] = [];
    let free = bytes;
    for (const { line, text } of wanted) {
      if (taken.has(line)) continue;
      const masked = maskedLine(text, mask);
      const size = Buffer.byteLength(masked) + 1;
      if (size > free) {
        leftOut = true;
        break;
      }
      free -= size;
      taken.add(line);
      lines.push({ line, text: masked, isError: headlines.has(line) });
    }
    left -= bytes - free;
    lines.sort((a, b) => a.line - b.line);
    const [first, last] = [lines[0], lines.at(-1)];
    return first === undefined || last === undefined ? null : { line: first.line, endLine: last.line, lines };
  };

  const errors = blocks.flatMap((block, at) => {
    // One whose line to read stands in an earlier part is marked there.
    if (taken.has(block.headline.line)) return [];
    const part = take(around(block, known), Math.floor(left / (blocks.length - at)));
    return part === null ? [] : [part];
  });
  left += TAIL_BYTES;
  const tail = take(digest.tail.toReversed(), left);
  return { errors, tail, lines: digest.lineCount, cut: leftOut || endedEarly || digest.ending === "cut" };
}

/** Every line that the digest holds, by its number. */
function linesOf({ errors, tail }: LogDigest): ReadonlyMap<number, LogLine> {
  const all = errors.flatMap(({ before = [], lines, after = [], headline }) => [
    ...before,
    ...lines,
    ...after,
    headline,
  ]);
  return new Map([...all, ...tail].map((line) => [line.line, line]));
}

/** The lines of a block and around it, the ones nearest to its headline first. */
function around(block: ErrorBlock, known: ReadonlyMap<number, LogLine>): LogLine[] {
  const own = new Set(block.lines.map(({ line }) => line));
  const from = Math.min(block.line, block.headline.line) - EXCERPT_AROUND;
  const to = Math.max(block.endLine, block.headline.line) + EXCERPT_AROUND;
  const distance = ({ line }: LogLine) => Math.abs(line - block.headline.line);
  return [...known.values()]
    .filter(({ line }) => own.has(line) || (line >= from && line <= to))
    .sort((a, b) => distance(a) - distance(b) || a.line - b.line);
}
