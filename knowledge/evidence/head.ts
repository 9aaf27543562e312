import { jsonScanner } from "./json/json-scanner.ts";
import type { Head, JsonShape } from "./reader.ts";

/** Characters of a file that sniffing sees. */
export const HEAD_LIMIT = 65_536;

/** Lines of a command's own output that may stand before (or after) a report that was captured with it. */
const NOISE_LINES = 10;
/** Marks that CI systems put into their logs; a file that begins with one is a log, whatever it prints. */
const LOG_MARKS =
  /^(?:\uFEFF?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d|##\[|::group::|section_start:|travis_(?:fold|time)|\[?\d\d:\d\d:\d\d|Started by |Running with gitlab-runner|\[Pipeline\]|~~~ |\[taskcluster)/m;

/** The head of a file from the beginning of its text (decoded, without a byte order mark). */
export function headOf(name: string, text: string): Head {
  const head = text.slice(0, HEAD_LIMIT);
  const xml = xmlRootOf(head);
  const json = xml === undefined ? jsonShapeOf(head) : undefined;
  return {
    name,
    text: head,
    ...(xml === undefined ? {} : { xmlRoot: xml.root, leading: xml.leading }),
    ...(json === undefined ? {} : { json }),
  };
}

/** An XML declaration or one whole tag at the start of a line. */
const DOCUMENT_START =
  /^[ \t]*(?=<\?xml\s|<[A-Za-z_][\w.:-]*(?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?>)/m;

/** Skips a byte order mark, white space, declaration, comments, instructions and the document type. */
function xmlRootOf(text: string): { root: string; leading: number } | undefined {
  const leading = xmlStart(text);
  if (leading === undefined) return undefined;
  let at = leading;
  for (let steps = 0; steps < 1_000; steps += 1) {
    while (/[\s\uFEFF]/.test(text.charAt(at))) at += 1;
    if (text.startsWith("<?", at)) at = after(text, "?>", at);
    else if (text.startsWith("<!--", at)) at = after(text, "-->", at);
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) at = afterDoctype(text, at);
    else break;
    if (at < 0) return undefined;
  }
  const tag = /^<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)(?=[\s/>]|$)/.exec(text.slice(at, at + 300));
  return tag?.[1] === undefined ? undefined : { root: tag[1], leading };
}

/** Where the document begins: at the first text, or after a few lines that are plainly not a log's. */
function xmlStart(text: string): number | undefined {
  const first = text.search(/[^\s\uFEFF]/);
  if (first < 0) return undefined;
  if (text.charAt(first) === "<") return first;
  const found = DOCUMENT_START.exec(text);
  if (found === null) return undefined;
  const noise = text.slice(0, found.index);
  const lines = noise.split(/\r\n|\n|\r/).length - 1;
  return lines > NOISE_LINES || LOG_MARKS.test(noise) ? undefined : found.index + found[0].length;
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from);
  return at < 0 ? -1 : at + end.length;
}

function afterDoctype(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === "[") depth += 1;
    else if (char === "]") depth -= 1;
    else if (char === ">" && depth <= 0) return at + 1;
    else if ((char === '"' || char === "'") && text.indexOf(char, at + 1) > 0)
      at = text.indexOf(char, at + 1);
  }
  return -1;
}

/** Undefined where the text is no JSON: a log that prints some stays a log. */
function jsonShapeOf(text: string): JsonShape | undefined {
  const first = text.search(/\S/);
  if (first < 0) return undefined;
  const paths = new Set<string>();
  let documents = 0;
  let noise = 0;
  let open = false;
  let firstLine = 0;
  const scanner = jsonScanner({
    builds(path) {
      if (path === "") open = true;
      paths.add(path);
      return false;
    },
    value: (path) => void paths.add(path),
    document() {
      documents += 1;
      open = false;
    },
    noise(line) {
      noise += 1;
      if (noise === 1) firstLine = line;
    },
    damage() {},
  });
  scanner.write(text);
  if (!open && documents === 0) return undefined;
  const all = documents + (open ? 1 : 0);
  if (noise > NOISE_LINES && noise > all) return undefined;
  if (noise >= all && firstLine <= NOISE_LINES && LOG_MARKS.test(text.slice(0, 4_096))) return undefined;
  const isArray = text.charAt(first) === "[" || [...paths].some((path) => path.startsWith("*"));
  return { root: isArray ? "array" : "object", paths, documents: all, noise };
}
