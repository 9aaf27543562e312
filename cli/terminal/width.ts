/**
 * How many columns text takes on a terminal, by grapheme cluster. Wide ranges: Unicode 16, UAX #11
 * (East_Asian_Width W and F), coarsened to whole blocks; emoji by Emoji_Presentation (UTS #51).
 */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0x4dbf],
  [0x4e00, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18d08],
  [0x1aff0, 0x1b2fb],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];
const EMOJI = /\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u;
/** Marks, format and control characters, and the vowels and finals of Hangul Jamo, which join what stands before. */
const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}\p{Cc}\u1160-\u11ff\ud7b0-\ud7ff]/u;
/** What can be one cluster with its neighbour. Without any, characters are clusters: the segmenter's tables take 20 ms to load. */
const JOINED =
  /[\p{M}\p{Cf}\p{Emoji_Modifier}\p{Regional_Indicator}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/u;
/**
 * A column a character and none joined: ASCII, Latin, dashes, quotes, dots, arrows, boxes, blocks, ticks and crosses.
 * What a screen mostly holds, and the classes above take milliseconds to build.
 */
export const PLAIN =
  /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u25fc\u2713-\u2718]*$/;

let segmenter: Intl.Segmenter | undefined;

/** Columns of one line of sanitised text. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const cluster of clusters(text)) width += clusterWidth(cluster);
  return width;
}

/** `text` where it fits into `columns`, else its beginning and `…`; never wider than `columns`. */
export function clip(text: string, columns: number): string {
  if (text.length * 2 <= columns || displayWidth(text) <= columns) return text;
  return columns < 1 ? "" : `${splitAtWidth(text, columns - 1)[0]}…`;
}

/** The longest beginning that fits into `columns`, and the rest. No grapheme cluster is cut. */
export function splitAtWidth(text: string, columns: number): [head: string, tail: string] {
  if (PLAIN.test(text)) return [text.slice(0, columns), text.slice(columns)];
  let width = 0;
  let end = 0;
  for (const cluster of clusters(text)) {
    width += clusterWidth(cluster);
    if (width > columns) break;
    end += cluster.length;
  }
  return [text.slice(0, end), text.slice(end)];
}

function* clusters(text: string): Iterable<string> {
  if (!JOINED.test(text)) {
    yield* text;
    return;
  }
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

function clusterWidth(cluster: string): number {
  if (EMOJI.test(cluster)) return 2;
  let width = 0;
  for (const character of cluster) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (NO_WIDTH.test(character)) return 0;
  const point = character.codePointAt(0) ?? 0;
  return WIDE.some(([first, last]) => point >= first && point <= last) ? 2 : 1;
}
