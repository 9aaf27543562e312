import { findConfigObject } from "./config-object.ts";
import { type Entry, entriesOf, readSource, type Source, wordAt } from "./source.ts";

/** An element that belongs into a list of a config file. */
export interface ListWiring {
  /** Keys from the exported object down to the list. */
  readonly path: readonly string[];
  /** The module that the element names; where a file speaks of it, it is wired. */
  readonly module: string;
  /** The element as code. */
  readonly element: string;
  /** The whole list as code, where the key is not there. */
  readonly absent: string;
  /** What makes an element of a string that stands alone: nothing, or brackets. */
  readonly around: readonly [string, string];
  /** Keys beside the list's that make its meaning unclear. */
  readonly rivals: readonly string[];
}

export type Wired =
  | { readonly kind: "wired"; readonly text: string }
  | { readonly kind: "present" }
  /** The file is not plain enough to be edited; a person has to. */
  | { readonly kind: "unclear" };

/** Stands in front of all that is put into a script, so that it can be found and taken out again. */
export const MARK = "/* assay init */";

const UNCLEAR: Wired = { kind: "unclear" };

/** Puts the element first into the list, touching nothing else; in JavaScript and TypeScript behind {@link MARK}. */
export function wireList(text: string, form: "script" | "json", wiring: ListWiring): Wired {
  if (text.includes(wiring.module)) return { kind: "present" };
  const source = readSource(text);
  const open = source === null ? null : form === "json" ? jsonObject(source) : findConfigObject(source);
  if (source === null || open === null) return UNCLEAR;
  const place = findPlace(source, open, wiring);
  if (place === null) return UNCLEAR;
  const mark = form === "json" ? "" : `${MARK} `;

  if (place.kind === "missing") {
    const [key = "", ...inner] = place.path;
    const name = form === "json" ? JSON.stringify(key) : key;
    const value = inner.reduceRight((code, step) => `{ ${step}: ${code} }`, wiring.absent);
    const comma = form === "json" && entriesOf(source, place.open).length === 0 ? "" : ",";
    const code = `${mark}${name}: ${value}${comma}`;
    const lead = leadOf(source, place.open);
    return splice(text, endOf(source, place.open), `${lead ?? " "}${code}`);
  }
  const { value, last } = place.entry;
  const start = source.tokens[value]?.start ?? 0;
  if (wordAt(source, value) === "[" && source.closes.get(value) === last) {
    if (form === "json" && entriesOf(source, value).length === 0) return UNCLEAR;
    const lead = leadOf(source, value);
    const code = `${mark}${wiring.element},`;
    return splice(text, start + 1, lead === null ? `${code} ` : lead + code);
  }
  if (form === "json" || value !== last || source.tokens[value]?.kind !== "string") return UNCLEAR;
  const [before, after] = wiring.around;
  const code = `${mark}[${wiring.element}, ${before}${wordAt(source, value)}${after}] ${MARK}`;
  return splice(text, start, code, endOf(source, value));
}

type Place =
  | { readonly kind: "there"; readonly open: number; readonly entry: Entry }
  | { readonly kind: "missing"; readonly open: number; readonly path: readonly string[] };

/** The list's entry, or the object that a key is missing in; null where the file is not plain. */
export function findPlace(source: Source, start: number, { path, rivals }: ListWiring): Place | null {
  let open = start;
  for (const [depth, key] of path.entries()) {
    const entries = entriesOf(source, open);
    const isList = depth === path.length - 1;
    if (isList && entries.some((entry) => entry.key !== null && rivals.includes(entry.key))) return null;
    const [entry, ...others] = entries.filter((candidate) => candidate.key === key);
    if (others.length > 0) return null;
    if (entry === undefined) {
      // A spread or a shorthand might set the key.
      if (entries.some((candidate) => candidate.key === null)) return null;
      return { kind: "missing", open, path: path.slice(depth) };
    }
    if (isList) return { kind: "there", open, entry };
    if (wordAt(source, entry.value) !== "{" || source.closes.get(entry.value) !== entry.last) return null;
    open = entry.value;
  }
  return null;
}

/** The one object that a JSON text is. */
export function jsonObject(source: Source): number | null {
  return wordAt(source, 0) === "{" && source.closes.get(0) === source.tokens.length - 1 ? 0 : null;
}

/** Line end and indentation for a new line after a bracket, or null where its content goes on in the same line. */
function leadOf(source: Source, open: number): string | null {
  const { text, tokens } = source;
  const end = endOf(source, open);
  const [, eol] = /^[ \t]*(?:\/\/[^\r\n]*)?(\r?\n)/.exec(text.slice(end)) ?? [];
  if (eol === undefined) return null;
  const next = tokens[open + 1]?.start ?? end;
  const isEmpty = source.closes.get(open) === open + 1;
  const indent = indentAt(text, next);
  return eol + (isEmpty ? `${indent}  ` : indent);
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function endOf(source: Source, index: number): number {
  return source.tokens[index]?.end ?? 0;
}

function splice(text: string, from: number, code: string, to = from): Wired {
  return { kind: "wired", text: text.slice(0, from) + code + text.slice(to) };
}
