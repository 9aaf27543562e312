/** A piece of a value in a test: what a sentence has to give. */
export type ValuePiece =
  | { readonly kind: "number"; readonly text: string; readonly number: string }
  | { readonly kind: "text"; readonly text: string }
  /** `true`, `null`, `None`: a word that stands in many sentences. */
  | { readonly kind: "word"; readonly text: string }
  /** What no sentence can give: a name, a call, a pattern, a text with a hole. */
  | { readonly kind: "computed"; readonly text: string };

const TOKEN = new RegExp(
  [
    // Strings of all four languages with their prefixes; then regular expressions of JavaScript.
    "(?<triple>(?:[a-zA-Z]{0,2})(?:\"\"\"[\\s\\S]*?\"\"\"|'''[\\s\\S]*?'''))",
    "(?<string>(?:\\b[a-zA-Z]{1,2})?(?:\"(?:\\\\.|[^\"\\\\])*\"|'(?:\\\\.|[^'\\\\])*'))",
    "(?<template>`(?:\\\\.|[^`\\\\])*`)",
    "(?<regex>(?<![\\w)\\]])/(?![/*])(?:\\\\.|\\[(?:\\\\.|[^\\]\\\\\\n])*\\]|[^/\\\\\\n[])+/[a-z]*)",
    "(?<number>(?<![\\w.])[-+]?(?:0[xob][\\da-f_]+|(?:\\d[\\d_]*)?\\.?\\d[\\d_]*(?:e[-+]?\\d+)?)[lfdn]?(?![\\w.]))",
    "(?<name>[\\p{L}_$][\\w$]*(?:\\s*\\.\\s*[\\p{L}_$][\\w$]*)*)",
    "(?<rest>[^\\s])",
  ].join("|"),
  "giu",
);

const WORDS = new Set(["true", "false", "null", "undefined", "none", "nil", "nan", "infinity"]);

/**
 * The pieces of a value as it stands in a test's source, in order. Brackets and commas give none; the key of an object
 * is a text.
 */
export function valuePieces(source: string): readonly ValuePiece[] {
  const pieces: ValuePiece[] = [];
  for (const { groups = {}, 0: text, index } of source.matchAll(TOKEN)) {
    const { triple, string, template, regex, number, name } = groups;
    const isKey = /^\s*:(?!:)/.test(source.slice(index + text.length));
    if (triple !== undefined)
      pieces.push(textPiece(triple.replace(/^[a-z]*/i, ""), 3, /^[a-z]*f/i.test(triple)));
    else if (string !== undefined)
      pieces.push(textPiece(string.replace(/^[a-z]*/i, ""), 1, /^[a-z]*f/i.test(string)));
    else if (template !== undefined) pieces.push(textPiece(template, 1, template.includes("${")));
    else if (regex !== undefined) pieces.push({ kind: "computed", text: regex });
    else if (number !== undefined) pieces.push(numberPiece(number));
    else if (name !== undefined) {
      if (isKey) pieces.push({ kind: "text", text: name });
      else if (WORDS.has(name.toLowerCase())) pieces.push({ kind: "word", text: name.toLowerCase() });
      else pieces.push({ kind: "computed", text: name });
    } else if (!/[[\]{}(),:;]/.test(text)) pieces.push({ kind: "computed", text });
  }
  return pieces;
}

function textPiece(quoted: string, marks: number, hasHole: boolean): ValuePiece {
  const inside = quoted.slice(marks, -marks);
  if (hasHole) return { kind: "computed", text: quoted };
  return { kind: "text", text: withoutEscapes(inside).replace(/\s+/g, " ").trim() };
}

function withoutEscapes(text: string): string {
  return text
    .replace(/\\u\{([\da-f]{1,6})\}|\\u([\da-f]{4})|\\x([\da-f]{2})/gi, (whole, long, four, two) => {
      const code = Number.parseInt(long ?? four ?? two, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    })
    .replace(/\\([nrt])/g, " ")
    .replace(/\\(.)/g, "$1");
}

function numberPiece(text: string): ValuePiece {
  const number = Number(text.replace(/_/g, "").replace(/(?<!^0x[\da-f]*)[lfdn]$/i, ""));
  return Number.isFinite(number)
    ? { kind: "number", text, number: String(number) }
    : { kind: "computed", text };
}
