import { type Delimited, duplicateKeys, type FrontMatter, type FrontMatterEntry } from "./front-matter.ts";

/**
 * Reads front matter in the form that Assay writes: a key a line, values in flow style, comments where YAML
 * allows them. Whatever goes beyond that is `other`, for the full reader; where this one answers, it answers
 * the same.
 */
export function scanFrontMatter(text: string, { open, close }: Delimited): FrontMatter {
  const entries: FrontMatterEntry[] = [];
  // The opening delimiter is line 1.
  let line = 2;
  for (let start = open; start < close; line++) {
    const newline = text.indexOf("\n", start);
    const end = newline + 1;
    const stop = text[newline - 1] === "\r" ? newline - 1 : newline;
    if (!/^[ \t]*(?:#|$)/.test(text.slice(start, stop))) {
      const entry = scanLine(text, start, stop, end, line);
      if (entry === null) return { kind: "other" };
      entries.push(entry);
    }
    start = end;
  }
  const problems = duplicateKeys(entries);
  return problems.length > 0 ? { kind: "bad", problems } : { kind: "entries", entries };
}

const KEY = /([A-Za-z_][\w-]*): +/y;

/** YAML 1.2 reads these as they stand (yaml.org/spec/1.2.2, 10.3.2); words it might read otherwise are not among them. */
const TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?$/;
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/;
const WORD = /^[A-Za-z_][\w./+:@-]*$/;
const CONSTANTS = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);
/** One of the constants in another case. */
const OTHER_CONSTANT = /^(?:true|false|null)$/i;
const PLAIN = /-?[\w][\w./+:@-]*/y;
const QUOTED = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORD_END = / *(?:[,\]}]|$)| +#/y;
const TAIL = /^(?:[ \t]+#.*|[ \t]*)$/;

class Unread extends Error {}

function scanLine(
  text: string,
  start: number,
  stop: number,
  end: number,
  line: number,
): FrontMatterEntry | null {
  KEY.lastIndex = start;
  const key = KEY.exec(text);
  if (key === null || OTHER_CONSTANT.test(key[1] as string)) return null;
  const from = KEY.lastIndex;
  const value = readFlow(text.slice(from, stop));
  if (value === null || !TAIL.test(text.slice(from + value.length, stop))) return null;
  return { key: key[1] as string, value: value.value, line, start, from, to: from + value.length, end };
}

/** A value at the start of the text and how many characters it takes, or null where it is not of our form. */
function readFlow(text: string): { value: unknown; length: number } | null {
  let at = 0;

  const blanks = () => {
    while (text[at] === " ") at++;
  };
  const token = (form: RegExp): string | null => {
    form.lastIndex = at;
    const found = form.exec(text);
    if (found === null) return null;
    at = form.lastIndex;
    return found[0];
  };

  function scalar(): unknown {
    const quoted = text[at] === '"' ? token(QUOTED) : null;
    if (quoted !== null) return JSON.parse(quoted);
    const plain = token(PLAIN);
    if (plain === null || plain.endsWith(":")) throw new Unread();
    // A plain word goes on over blanks; what follows must end it.
    WORD_END.lastIndex = at;
    if (!WORD_END.test(text)) throw new Unread();
    if (CONSTANTS.has(plain)) return CONSTANTS.get(plain);
    if (NUMBER.test(plain)) return Number(plain);
    if (TIME.test(plain) || (WORD.test(plain) && !OTHER_CONSTANT.test(plain))) return plain;
    throw new Unread();
  }

  function items(close: string, item: () => void): void {
    at++;
    for (blanks(); text[at] !== close; blanks()) {
      item();
      blanks();
      if (text[at] === ",") at++;
      else if (text[at] !== close) throw new Unread();
    }
    at++;
  }

  function value(depth: number): unknown {
    if (depth > 8) throw new Unread();
    if (text[at] === "[") {
      const list: unknown[] = [];
      items("]", () => {
        list.push(value(depth + 1));
      });
      return list;
    }
    if (text[at] === "{") {
      const map = new Map<string, unknown>();
      items("}", () => {
        KEY.lastIndex = at;
        const key = KEY.exec(text)?.[1];
        if (key === undefined || map.has(key) || OTHER_CONSTANT.test(key)) throw new Unread();
        at = KEY.lastIndex;
        map.set(key, value(depth + 1));
      });
      return Object.fromEntries(map);
    }
    return scalar();
  }

  try {
    const read = value(0);
    return { value: read, length: at };
  } catch (error) {
    if (error instanceof Unread) return null;
    throw error;
  }
}
