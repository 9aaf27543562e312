import { isMap, isNode, isScalar, LineCounter, parseDocument } from "yaml";
import {
  type Delimited,
  duplicateKeys,
  type FrontMatter,
  type FrontMatterEntry,
  lineAt,
} from "./front-matter.ts";

/** Reads front matter in any form of YAML 1.2 that is one map. Large, so it is loaded only where it is needed. */
export function yamlFrontMatter(text: string, { open, close }: Delimited): FrontMatter {
  const source = text.slice(open, close);
  const lines = new LineCounter();
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: false, logLevel: "silent" });
  const lineOf = (offset: number) => lineAt(text, open + offset);
  const bad = (problem: string, offset: number, key: string | null = null): FrontMatter => ({
    kind: "bad",
    problems: [{ line: lineOf(offset), key, problem }],
  });

  const [error] = document.errors;
  if (error !== undefined) return bad(`not YAML: ${error.message.split("\n")[0]}`, error.pos[0]);
  if (!isMap(document.contents)) return bad("the front matter is not a map of keys to values", 0);
  if (document.contents.flow === true) return bad("the front matter stands in braces; write a key a line", 0);

  const entries: FrontMatterEntry[] = [];
  for (const { key, value } of document.contents.items) {
    const at = isNode(key) ? (key.range?.[0] ?? 0) : 0;
    if (!isScalar(key) || typeof key.value !== "string" || key.range == null)
      return bad("a key that is not a word", at);
    if (!isNode(value) || value.range == null) return bad(`${key.value} has no value`, at, key.value);
    let plain: unknown;
    try {
      plain = value.toJS(document, { maxAliasCount: 100 });
    } catch {
      return bad(`${key.value} cannot be resolved`, at, key.value);
    }
    const colon = source.indexOf(":", key.range[1]) + 1;
    // Blanks before a value on the same line are not its own.
    const from = colon + (/^[ \t]+(?![ \t\r\n#])/.exec(source.slice(colon, value.range[1]))?.[0].length ?? 0);
    // A block value's range takes its last line end along.
    const to = from + source.slice(from, value.range[1]).trimEnd().length;
    const newline = source.indexOf("\n", to);
    entries.push({
      key: key.value,
      value: plain,
      line: lineOf(at),
      start: open + source.lastIndexOf("\n", at) + 1,
      from: open + from,
      to: open + to,
      end: newline < 0 ? close : open + newline + 1,
    });
  }
  const problems = duplicateKeys(entries);
  return problems.length > 0 ? { kind: "bad", problems } : { kind: "entries", entries };
}
