/** A piece of JavaScript, TypeScript or JSON that is neither blank nor comment. */
export interface Token {
  readonly kind: "word" | "string" | "other";
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{ID_Start}$_\d][\p{ID_Continue}$.]*/uy;
const BLANK = /(?:\s|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)+/y;
const STRING = /"(?:[^"\\\n\r]|\\[\s\S])*"|'(?:[^'\\\n\r]|\\[\s\S])*'/y;
const REGEX = /\/(?:[^/\\[\n\r]|\\.|\[(?:[^\]\\\n\r]|\\.)*\])+\/[a-z]*/y;
/** Words after which a slash begins a regular expression. */
const BEFORE_REGEX = /^(?:return|typeof|case|in|of|delete|void|throw|new|else|do)$/;

/**
 * Cuts source text into tokens, or null where it does not read as such. Strings, templates, comments and regular
 * expressions are skipped whole, so that a bracket among the tokens is one of the code. It knows no grammar: it
 * serves to find a place, and what stands there must be plain.
 */
export function tokensOf(text: string): readonly Token[] | null {
  const done = scan(text, 0, false);
  return done === null || done.end !== text.length ? null : done.tokens;
}

/** Up to the end of the text, or to the brace that closes a template's `${`. */
function scan(text: string, from: number, isInTemplate: boolean): { tokens: Token[]; end: number } | null {
  const tokens: Token[] = [];
  let depth = 0;
  let at = from;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0].length ?? 0;
  };
  while (at < text.length) {
    const blank = match(BLANK);
    if (blank > 0) {
      at += blank;
      continue;
    }
    const char = text[at] as string;
    if (isInTemplate && char === "}" && depth === 0) return { tokens, end: at };
    let kind: Token["kind"] = "other";
    let length = 1;
    if (char === '"' || char === "'") {
      kind = "string";
      length = match(STRING);
      if (length === 0) return null;
    } else if (char === "`") {
      const end = templateEnd(text, at);
      if (end === null) return null;
      length = end - at;
    } else if (char === "/" && mayBeRegex(text, tokens.at(-1))) {
      length = match(REGEX);
      if (length === 0) return null;
    } else {
      const word = match(WORD);
      if (word > 0) {
        kind = "word";
        length = word;
      } else if (char === "{") depth++;
      else if (char === "}") depth--;
    }
    tokens.push({ kind, start: at, end: at + length });
    at += length;
  }
  return isInTemplate ? null : { tokens, end: at };
}

function templateEnd(text: string, from: number): number | null {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "`") return at + 1;
    else if (text[at] === "$" && text[at + 1] === "{") {
      const inner = scan(text, at + 2, true);
      if (inner === null) return null;
      at = inner.end;
    }
  }
  return null;
}

function mayBeRegex(text: string, before: Token | undefined): boolean {
  if (before === undefined) return true;
  const last = text.slice(before.start, before.end);
  if (before.kind === "word") return BEFORE_REGEX.test(last);
  return before.kind === "other" && !/[)\]}`]$/.test(last);
}
