import { findPlace, jsonObject, type ListWiring, MARK } from "./list-wiring.ts";
import { type Entry, entriesOf, readSource, type Source, wordAt } from "./source.ts";
import { tokensOf } from "./tokens.ts";

/**
 * Takes out what `wireList` put in, also where a formatter has moved it, and leaves what a person added to it: a
 * list with further entries stays, without ours. Where nobody touched it the text is what it was before, to the
 * byte. Null where the file can no longer be read well enough.
 */
export function unwireList(text: string, form: "script" | "json", wiring: ListWiring): string | null {
  if (form === "json") return unwireJson(text, wiring);
  let rest = text;
  for (let mark = rest.indexOf(MARK); mark >= 0; mark = rest.indexOf(MARK)) {
    const source = readSource(rest);
    if (source === null) return null;
    rest = withoutMark(source, mark, wiring);
  }
  return rest;
}

/** Takes out one mark and what it stands for. */
function withoutMark(source: Source, mark: number, wiring: ListWiring): string {
  const { text, tokens } = source;
  const first = tokens.findIndex(({ start }) => start >= mark);
  const cut = (from: number, to: number, kept = "") => text.slice(0, from) + kept + text.slice(to);
  const end = (index: number) => tokens[index]?.end ?? text.length;

  const after = afterCode(source, first, wiring.element);
  if (after !== null) return cutEntry(source, mark, after);
  for (const depth of wiring.path.keys()) {
    const last = afterCode(source, first, propertyCode(wiring, depth));
    if (last !== null) return cut(leadStart(text, mark), end(wordAt(source, last) === "," ? last : last - 1));
  }
  const alone = wrapped(source, first, wiring);
  if (alone !== null) {
    const close = source.closes.get(first) ?? first;
    const second = text.indexOf(MARK, end(close));
    return cut(mark, second < 0 ? end(close) : second + MARK.length, alone);
  }
  // A person went on from here: only the mark and our element go.
  const behind = mark + MARK.length;
  const isBefore = text[behind] === " ";
  const bare = cut(mark - (!isBefore && text[mark - 1] === " " ? 1 : 0), behind + (isBefore ? 1 : 0));
  const changed = readSource(bare);
  if (changed === null) return bare;
  const ours = changed.tokens.findIndex((_, index) => afterCode(changed, index, wiring.element) !== null);
  if (ours < 0) return bare;
  return cutEntry(
    changed,
    changed.tokens[ours]?.start ?? 0,
    afterCode(changed, ours, wiring.element) ?? ours,
  );
}

function propertyCode({ path, absent }: ListWiring, depth: number): string {
  return `${path[depth]}: ${path.slice(depth + 1).reduceRight((code, key) => `{ ${key}: ${code} }`, absent)}`;
}

/** Cuts an entry of a list from `from` on; `after` is the token that follows it. Takes its comma and its own line along. */
function cutEntry(source: Source, from: number, after: number): string {
  const { text, tokens } = source;
  const line = /(?:\r?\n)[ \t]*$/.exec(text.slice(0, from))?.[0].length ?? 0;
  const isLast = wordAt(source, after) !== ",";
  let to = tokens[isLast ? after - 1 : after]?.end ?? from;
  if (line === 0 && !isLast && text[to] === " ") to++;
  return text.slice(0, from - line) + text.slice(to);
}

/** The string that stood alone before it was made a list with our element, or null where this is no such list. */
function wrapped(source: Source, open: number, { element, around }: ListWiring): string | null {
  const close = source.closes.get(open);
  if (close === undefined || afterCode(source, open + 1, element) === null) return null;
  const [, second, ...more] = entriesOf(source, open);
  if (second === undefined || more.length > 0) return null;
  const string = around[0] === "" ? second.first : second.first + 1;
  const isAlone = string + around[1].length === second.last && source.tokens[string]?.kind === "string";
  return isAlone ? wordAt(source, string) : null;
}

/** The token after this code where it stands at `index`, in any layout, quotes and with trailing commas; else null. */
function afterCode(source: Source, index: number, code: string): number | null {
  let at = index;
  for (const { start, end } of tokensOf(code) ?? []) {
    const expected = code.slice(start, end);
    if (/^[\]})]$/.test(expected) && wordAt(source, at) === ",") at++;
    if (unquote(wordAt(source, at)) !== unquote(expected)) return null;
    at++;
  }
  return at;
}

function unquote(word: string): string {
  return word.replace(/^'(.*)'$/s, '"$1"');
}

/** Where what was put before the mark begins: its own line, or one blank. */
function leadStart(text: string, mark: number): number {
  return mark - (/(?:\r?\n)?[ \t]*$/.exec(text.slice(0, mark))?.[0].length ?? 0);
}

/** JSON has no comments: the element is known by the module that it names. */
function unwireJson(text: string, wiring: ListWiring): string | null {
  if (!text.includes(wiring.module)) return text;
  const source = readSource(text);
  const root = source === null ? null : jsonObject(source);
  const place = source === null || root === null ? null : findPlace(source, root, { ...wiring, rivals: [] });
  if (source === null || place?.kind !== "there") return null;
  const { entry, open } = place;
  const elements = wordAt(source, entry.value) === "[" ? entriesOf(source, entry.value) : [];
  const ours = elements.find(({ first }) => wordAt(source, first) === JSON.stringify(wiring.module));
  if (ours === undefined) return null;
  return elements.length === 1 ? cutProperty(source, open, entry) : cutElement(source, elements, ours);
}

function cutElement(source: Source, elements: readonly Entry[], ours: Entry): string {
  const { text, tokens } = source;
  if (ours !== elements.at(-1)) return cutEntry(source, tokens[ours.first]?.start ?? 0, ours.last + 1);
  return text.slice(0, tokens[ours.first - 1]?.start) + text.slice(tokens[ours.last]?.end);
}

function cutProperty(source: Source, open: number, { first, last }: Entry): string {
  const { text, tokens } = source;
  const isLast = wordAt(source, last + 1) !== ",";
  // The last one takes the comma before it along, the others the one behind.
  const from = isLast && first - 1 > open ? tokens[first - 1]?.start : tokens[first - 1]?.end;
  return text.slice(0, from) + text.slice(tokens[isLast ? last : last + 1]?.end);
}
