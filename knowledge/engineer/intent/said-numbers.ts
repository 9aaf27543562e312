const WORDS = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** A number that a sentence says, with the place where it does, `end` excluded. */
export interface SaidNumber {
  /** As JavaScript prints it. */
  readonly number: string;
  readonly at: number;
  readonly end: number;
}

/**
 * The numbers that a sentence says: with point or comma, grouped by threes, with a sign, beside a currency, a unit or
 * a per cent sign; `one` to `twelve` as words. `1,234` is read both ways. Parts of names, dates, times and versions
 * are none.
 */
export function saidNumbers(sentence: string): readonly SaidNumber[] {
  const found: SaidNumber[] = [];
  for (const { 0: text, index } of sentence.matchAll(
    /(?<![\p{L}\d_.,:/#-])[-+\u2212]?\p{Sc}?\s?\d[\d.,'\u00a0\u202f]*(?![\d_:/-]|[.,]\d|\p{L}{4})/gu,
  )) {
    const plain = text
      .replace(/^[-\u2212]/, "-")
      .replace(/[+\s\p{Sc}\u00a0\u202f']/gu, "")
      .replace(/[.,]+$/, "");
    for (const number of readings(plain))
      found.push({ number, at: index, end: index + text.replace(/[.,'\s]+$/, "").length });
  }
  for (const { 0: word, index } of sentence.matchAll(/\p{L}+/gu)) {
    const number = WORDS.indexOf(word.toLowerCase());
    if (number >= 0) found.push({ number: String(number), at: index, end: index + word.length });
  }
  return found;
}

function readings(text: string): string[] {
  const sign = text.startsWith("-") ? "-" : "";
  const digits = text.slice(sign.length);
  const plain = [
    /^\d+(?:\.\d+)?$/.test(digits) ? digits : null,
    /^\d+,\d+$/.test(digits) ? digits.replace(",", ".") : null,
    /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits) ? digits.replaceAll(",", "") : null,
    /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(digits) ? digits.replaceAll(".", "").replace(",", ".") : null,
  ].filter((number) => number !== null);
  return [...new Set(plain.map((number) => String(Number(sign + number))))];
}
