import { type Token, tokensOf } from "./tokens.ts";

/** Source text with its tokens; `closes` gives for each opening bracket the token that closes it. */
export interface Source {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly closes: ReadonlyMap<number, number>;
}

const PAIRS: Readonly<Record<string, string>> = { "{": "}", "[": "]", "(": ")" };

/** Reads source text, or null where its brackets do not pair. */
export function readSource(text: string): Source | null {
  const tokens = tokensOf(text);
  if (tokens === null) return null;
  const closes = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { kind, start }] of tokens.entries()) {
    const char = text[start] as string;
    if (kind !== "other") continue;
    if (char in PAIRS) open.push(index);
    else if (Object.values(PAIRS).includes(char)) {
      const opener = open.pop();
      if (opener === undefined || PAIRS[text[tokens[opener]?.start ?? 0] as string] !== char) return null;
      closes.set(opener, index);
    }
  }
  return open.length === 0 ? { text, tokens, closes } : null;
}

/** The text of a token. */
export function wordAt({ text, tokens }: Source, index: number): string {
  const token = tokens[index];
  return token === undefined ? "" : text.slice(token.start, token.end);
}

/** An entry of an object or array: tokens `first` to `last`, the value from `value` on. */
export interface Entry {
  /** Without quotes; null in arrays, and for spreads, methods, shorthands and computed keys. */
  readonly key: string | null;
  readonly first: number;
  readonly value: number;
  readonly last: number;
}

/** The entries between an opening bracket and its end. */
export function entriesOf(source: Source, open: number): readonly Entry[] {
  const close = source.closes.get(open) ?? open;
  const entries: Entry[] = [];
  let first = open + 1;
  for (let at = first; at <= close; at = (source.closes.get(at) ?? at) + 1) {
    if (at !== close && wordAt(source, at) !== ",") continue;
    if (at > first) entries.push(entryOf(source, first, at - 1));
    first = at + 1;
  }
  return entries;
}

function entryOf(source: Source, first: number, last: number): Entry {
  const kind = source.tokens[first]?.kind;
  const isKeyed =
    (kind === "word" || kind === "string") && wordAt(source, first + 1) === ":" && last > first + 1;
  if (!isKeyed) return { key: null, first, value: first, last };
  return { key: wordAt(source, first).replace(/^["']|["']$/g, ""), first, value: first + 2, last };
}
