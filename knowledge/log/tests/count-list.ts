/** Numbers by the lower-case word they stand beside. */
export type CountList = Readonly<Record<string, number>>;

const NUMBER_FIRST = /^(\d{1,9}) ([a-z][a-z _-]{0,40})$/i;
const NUMBER_LAST = /^([a-z][a-z _-]{0,40}?) ?[:=] ?(\d{1,9})$/i;

/**
 * Reads `1 failed, 2 passed` (or parts divided by another `separator`); null where any part is something
 * else, so that prose is never taken for a summary.
 */
export function readCountList(text: string, separator = ","): CountList | null {
  return readParts(text, separator, NUMBER_FIRST, 2, 1);
}

/** Reads `Failures: 1, Errors: 2` and `failures=1, errors=2`; null where any part is something else. */
export function readLabelledCounts(text: string, separator = ","): CountList | null {
  return readParts(text, separator, NUMBER_LAST, 1, 2);
}

function readParts(
  text: string,
  separator: string,
  part: RegExp,
  word: number,
  number: number,
): CountList | null {
  const counts: Record<string, number> = Object.create(null);
  for (const piece of text.split(separator)) {
    const match = part.exec(piece.trim());
    if (match === null) return null;
    counts[match[word]!.toLowerCase()] = Number(match[number]);
  }
  return counts;
}
