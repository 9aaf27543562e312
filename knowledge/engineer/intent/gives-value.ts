import type { Loosening } from "../../loosening/loosening.ts";
import { isAffirmed } from "./is-affirmed.ts";
import { saidNumbers } from "./said-numbers.ts";
import { subjectWords, wordsOf } from "./subject-words.ts";
import { type ValuePiece, valuePieces } from "./value-pieces.ts";

/** Whether sentences give a value, and what of it they do not. */
export type ValueAnswer = { readonly kind: "given" } | { readonly kind: "missing"; readonly why: string };

export type ChangedValue = Pick<Loosening, "kind" | "was" | "is" | "test" | "text">;

/** Characters of a value that is looked at; nobody checks a longer one against a sentence. */
const LONGEST = 8_000;

/**
 * Whether sentences say the new value of a changed expectation (decision 37): each piece of it that the old one did
 * not hold, affirmed by one of them. Where the new value has fewer pieces than the old one, all of them. Of a text that
 * differs from the old one in some words only these have to be said, if as many went as came. A piece that could stand
 * in any sentence (`true`, `null`, a text of up to two characters, a whole number below a hundred) needs a sentence
 * that also names what the test is about. What is computed is said by no sentence. Pure; refuses in doubt.
 */
export function givesValue(sentences: readonly string[], value: ChangedValue): ValueAnswer {
  const { kind, was, is, test, text } = value;
  if (is === null) return missing("there is no new value");
  if (is.length + (was?.length ?? 0) > LONGEST)
    return missing("the value is too long to be checked against a sentence");
  const read = (source: string) =>
    kind === "snapshot-rewritten" ? valuePieces(source).map(asText) : valuePieces(source);
  const subject = subjectWords(`${test ?? ""} ${text}`, is);
  const changed = newPieces(read(was ?? ""), read(is));
  if (changed.length === 0) return missing("nothing of the new value is new, so no sentence can say it");
  for (const piece of changed) {
    if (!sentences.some((sentence) => saysPiece(sentence, piece, subject)))
      return missing(
        `no quoted sentence says ${piece.piece.text === "" ? "that it is empty" : `"${piece.piece.text}"`}`,
      );
  }
  return { kind: "given" };
}

function missing(why: string): ValueAnswer {
  return { kind: "missing", why };
}

/** In a snapshot bare words are text. */
function asText(piece: ValuePiece): ValuePiece {
  return piece.kind === "computed" && /^[\p{L}]+$/u.test(piece.text)
    ? { kind: "text", text: piece.text }
    : piece;
}

interface NewPiece {
  readonly piece: ValuePiece;
  /** The piece that stood in its place, where as many stand now as before. */
  readonly from: ValuePiece | null;
}

function newPieces(before: readonly ValuePiece[], after: readonly ValuePiece[]): NewPiece[] {
  if (after.length < before.length) return after.map((piece) => ({ piece, from: null }));
  if (after.length === before.length)
    return after
      .map((piece, index) => ({ piece, from: before[index] ?? null }))
      .filter(({ piece, from }) => from === null || idOf(piece) !== idOf(from));
  const left = new Map<string, number>();
  for (const piece of before) left.set(idOf(piece), (left.get(idOf(piece)) ?? 0) + 1);
  return after.flatMap((piece) => {
    const known = left.get(idOf(piece)) ?? 0;
    left.set(idOf(piece), known - 1);
    return known > 0 ? [] : [{ piece, from: null }];
  });
}

function idOf(piece: ValuePiece): string {
  return `${piece.kind}:${piece.kind === "number" ? piece.number : piece.text}`;
}

function saysPiece(sentence: string, { piece, from }: NewPiece, subject: ReadonlySet<string>): boolean {
  const isAbout = () => wordsOf(sentence).some((word) => subject.has(word));
  const { kind, text } = piece;
  if (kind === "computed") return false;
  if (kind === "word") return saysText(sentence.toLowerCase(), text) && isAbout();
  if (kind === "number") return saysNumber(sentence, [piece.number], subject);
  if (/^\d+(?:[.,]\d+)*$/.test(text)) return saysNumber(sentence, numbersOf(text), subject);
  if (text.length <= 2) return text !== "" && saysText(sentence, text) && isAbout();
  return (
    saysText(sentence, text) ||
    (from?.kind === "text" && saysChangedWords(sentence, text, from.text, subject))
  );
}

function saysNumber(sentence: string, numbers: readonly string[], subject: ReadonlySet<string>): boolean {
  const isSaid = saidNumbers(sentence).some(
    ({ number, at, end }) => numbers.includes(number) && isAffirmed(sentence, at, end),
  );
  const isThin = numbers.every((number) => /^-?\d{1,2}$/.test(number));
  return isSaid && (!isThin || wordsOf(sentence).some((word) => subject.has(word)));
}

/** Each word and number that is new, one for one in the place of an old one. */
function saysChangedWords(
  sentence: string,
  text: string,
  was: string,
  subject: ReadonlySet<string>,
): boolean {
  const [now, old] = [wordsAndNumbers(text), wordsAndNumbers(was)];
  if (now.length !== old.length || now.length < 2) return false;
  const changed = now.filter((word, index) => word !== old[index]);
  if (changed.length === now.length || changed.length === 0) return false;
  return changed.every((word) =>
    /^\d/.test(word)
      ? saysNumber(sentence, numbersOf(word), subject)
      : word.length > 2 && saysText(sentence, word),
  );
}

function wordsAndNumbers(text: string): readonly string[] {
  return text.match(/\d+(?:[.,]\d+)*|[^\s\d]+/g) ?? [];
}

function numbersOf(text: string): readonly string[] {
  return saidNumbers(text).map(({ number }) => number);
}

function saysText(sentence: string, text: string): boolean {
  for (let at = sentence.indexOf(text); at >= 0; at = sentence.indexOf(text, at + 1)) {
    const isWhole = !joins(sentence[at - 1], text[0]) && !joins(text.at(-1), sentence[at + text.length]);
    if (isWhole && isAffirmed(sentence, at, at + text.length)) return true;
  }
  return false;
}

function joins(one = " ", next = " "): boolean {
  return /^[\p{L}\p{N}_]{2}$/u.test(one + next);
}
