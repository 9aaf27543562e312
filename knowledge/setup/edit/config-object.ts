import { type Source, wordAt } from "./source.ts";

/**
 * The token that opens the object which a config file exports, or null where it is not plainly one: a function, a
 * merge or several are not. Read as plain: `export default {`, `module.exports = {`, the same with a call that only
 * gives types (`defineConfig({`), and the same of a constant that is declared above and not changed.
 */
export function findConfigObject(source: Source): number | null {
  const starts = source.tokens.flatMap((_, index) => {
    const after = afterExport(source, index);
    return after === null ? [] : [after];
  });
  const [start, ...others] = starts;
  if (start === undefined || others.length > 0 || isChanged(source, "module.exports")) return null;
  const isName =
    source.tokens[start]?.kind === "word" && /^(?:;|satisfies|as)?$/.test(wordAt(source, start + 1));
  return isName ? objectOfConstant(source, wordAt(source, start)) : objectAt(source, start);
}

function afterExport(source: Source, index: number): number | null {
  const word = wordAt(source, index);
  if (word === "export" && wordAt(source, index + 1) === "default") return index + 2;
  if (word === "module.exports" && wordAt(source, index + 1) === "=") return index + 2;
  return null;
}

/** Whether something is set on it after all. */
function isChanged(source: Source, name: string): boolean {
  return source.tokens.some(
    ({ kind }, index) => kind === "word" && wordAt(source, index).startsWith(`${name}.`),
  );
}

/** Functions that give back what they are given; another one may take options and give something else. */
const GIVES_BACK = /^define[A-Z]\w*$/;

/** An object at this token, or as the only argument of such a call that begins here. */
function objectAt(source: Source, start: number): number | null {
  if (wordAt(source, start) === "{") return start;
  if (!GIVES_BACK.test(wordAt(source, start)) || wordAt(source, start + 1) !== "(") return null;
  const open = start + 2;
  if (wordAt(source, open) !== "{") return null;
  const after = (source.closes.get(open) ?? open) + 1;
  const end = wordAt(source, after) === "," ? after + 1 : after;
  return source.closes.get(start + 1) === end ? open : null;
}

/** `const name = {` or `const name: Type = {`, declared once. */
function objectOfConstant(source: Source, name: string): number | null {
  const declared = source.tokens.flatMap((_, index) =>
    wordAt(source, index) === "const" && wordAt(source, index + 1) === name ? [index + 2] : [],
  );
  const [after, ...others] = declared;
  if (after === undefined || others.length > 0 || isChanged(source, name)) return null;
  let at = after;
  if (wordAt(source, at) === ":") {
    at++;
    while (source.tokens[at]?.kind === "word" || /^[<>.,]$/.test(wordAt(source, at))) at++;
  }
  return wordAt(source, at) === "=" ? objectAt(source, at + 1) : null;
}
