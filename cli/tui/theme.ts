/** What a stretch of text means; how that looks is here alone. */
export const TONES = {
  plain: null,
  strong: [1, 22],
  quiet: [2, 22],
  good: [32, 39],
  bad: [31, 39],
  warn: [33, 39],
  name: [36, 39],
  chosen: [7, 27],
} as const satisfies Record<string, readonly [on: number, off: number] | null>;

export type Tone = keyof typeof TONES;

/** Marks text from the sixteen colours that every theme redefines, or leaves it alone. Text must be sanitised before. */
export type Paint = (tone: Tone, text: string) => string;

export const plainPaint: Paint = (_, text) => text;

export const colourPaint: Paint = (tone, text) => {
  const codes = TONES[tone];
  return codes === null || text === "" ? text : `\u001b[${codes[0]}m${text}\u001b[${codes[1]}m`;
};
