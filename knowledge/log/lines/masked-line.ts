/**
 * What two runs of the same job have in common on a line. Digits are left out, and so are the letters a to
 * f: numbers, times, commits, digests and addresses vanish without being looked for, and what is left (the
 * other twenty letters and the marks) still tells two messages apart. White space and `.:,` are left out
 * too, since columns shift with the width of numbers.
 */

const VALUE = new Uint8Array(256);
const FACTOR = new Int32Array(256);
/** Of FNV-1a, whose step this is; a byte that is left out multiplies by one. */
const PRIME = 0x01000193;
for (let byte = 0; byte < 256; byte++) {
  const left = byte <= 32 || byte === 127 || /[0-9a-fA-F.:,]/.test(String.fromCharCode(byte));
  VALUE[byte] = left ? 0 : byte;
  FACTOR[byte] = left ? 1 : PRIME;
}

const SEED = 0x811c9dc5 | 0;

/** Hash (signed, 32 bits) of the masked bytes `from`..`to`; 0 for a line with nothing on it. */
export function hashMasked(bytes: Uint8Array, from: number, to: number): number {
  let hash = SEED;
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!;
    hash = Math.imul(hash ^ VALUE[byte]!, FACTOR[byte]!);
  }
  return hash === SEED ? 0 : hash;
}

/**
 * Where the text begins on a line of `gh run view --log` (`job<TAB>step<TAB>stamp text`): after the second
 * tab; `from` on any other line. So a raw log can be compared with one fetched in columns.
 */
export function columnsEnd(bytes: Uint8Array, from: number, to: number): number {
  let tabs = 0;
  const limit = Math.min(to, from + 512);
  for (let at = from; at < limit; at++) {
    if (bytes[at] !== 9 || ++tabs < 2) continue;
    // A byte order mark stands before the first stamp of a step.
    const text = bytes[at + 1] === 0xef ? at + 4 : at + 1;
    return text < to && bytes[text]! >= 48 && bytes[text]! <= 57 ? text : from;
  }
  return from;
}
