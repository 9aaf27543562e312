/**
 * The layout of a record's file: where each key of the front matter stands, so that an edit touches the bytes
 * of what changes and no others.
 */
export interface FrontMatterEntry {
  readonly key: string;
  readonly value: unknown;
  /** Line in the file, from 1. */
  readonly line: number;
  /** Offsets in the file's text: where the line of the key begins, where the value begins and ends, where the next line begins. */
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly end: number;
}

export interface Delimited {
  /** Offset behind the opening delimiter's line. */
  readonly open: number;
  /** Offset of the closing delimiter. */
  readonly close: number;
  /** Offset behind the closing delimiter's line. */
  readonly body: number;
  readonly eol: "\n" | "\r\n";
}

export interface LayoutProblem {
  readonly line: number;
  readonly key: string | null;
  readonly problem: string;
}

export type FrontMatter =
  | { readonly kind: "entries"; readonly entries: readonly FrontMatterEntry[] }
  /** Not in the form that Assay writes, which says nothing about whether it is YAML. */
  | { readonly kind: "other" }
  | { readonly kind: "bad"; readonly problems: readonly LayoutProblem[] };

const OPENING = /^\ufeff?---[ \t]*(\r?\n)/;
const CLOSING = /(?<=\n)---[ \t]*(?:\r?\n|$)/g;

/** The two delimiters of a file's front matter, or which of them is missing. */
export function delimit(text: string): Delimited | LayoutProblem {
  const opening = OPENING.exec(text);
  if (opening === null) return { line: 1, key: null, problem: "the first line is not the delimiter ---" };
  const open = opening[0].length;
  CLOSING.lastIndex = open;
  const closing = CLOSING.exec(text);
  if (closing === null)
    return { line: 1, key: null, problem: "the front matter has no closing delimiter ---" };
  return {
    open,
    close: closing.index,
    body: closing.index + closing[0].length,
    eol: opening[1] as "\n" | "\r\n",
  };
}

/** Line of an offset, from 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** A key twice is a fault in any form of front matter. */
export function duplicateKeys(entries: readonly FrontMatterEntry[]): readonly LayoutProblem[] {
  const seen = new Set<string>();
  return entries.flatMap(({ key, line }) => {
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ line, key, problem: `the key ${key} stands there twice` }];
  });
}
