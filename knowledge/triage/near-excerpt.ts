import type { ExcerptPart, FailedCheck } from "../ci/failed-check.ts";

/** Lines on either side of the line to read. */
const AROUND = 4;
/** Errors of one check. */
const ERRORS = 2;

/** A failed check with no more of its log than the lines next to its first errors. Pure. */
export function nearExcerpt(failed: FailedCheck): FailedCheck {
  const { excerpt } = failed;
  if (excerpt === null) return failed;
  const errors = excerpt.errors.slice(0, ERRORS).map(near);
  const [tail] = errors.length > 0 || excerpt.tail === null ? [null] : [last(excerpt.tail)];
  return { ...failed, excerpt: { ...excerpt, errors, tail } };
}

function near({ lines, ...part }: ExcerptPart): ExcerptPart {
  const at = Math.max(
    0,
    lines.findIndex(({ isError }) => isError),
  );
  return cut(part, lines.slice(Math.max(0, at - AROUND), at + AROUND + 1));
}

/** The end of the log, where nothing in it looks like an error. */
function last({ lines, ...part }: ExcerptPart): ExcerptPart {
  return cut(part, lines.slice(-(2 * AROUND + 1)));
}

function cut(part: Omit<ExcerptPart, "lines">, lines: ExcerptPart["lines"]): ExcerptPart {
  return { line: lines[0]?.line ?? part.line, endLine: lines.at(-1)?.line ?? part.endLine, lines };
}
