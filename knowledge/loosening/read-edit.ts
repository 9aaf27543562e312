import type { SyntaxNode, SyntaxTrees } from "../ports/syntax-trees.ts";
import { LANGUAGES } from "./languages/index.ts";
import { readTestFile } from "./read-test-file.ts";
import type { TestFile } from "./test-model.ts";

/** A side of an edit that cannot be read, with the reason in words. */
export interface Unread {
  readonly path: string;
  readonly unread: string;
  readonly line: number;
}

/** Code that nests deeper than this is not read. */
const DEEPEST = 400;
const LONGEST = 2_000_000;

/** Reads what a file proves. Never throws for what stands in the text. Errors: syntax_unavailable. */
export async function readSide(trees: SyntaxTrees, path: string, text: string): Promise<TestFile | Unread> {
  const language = LANGUAGES.find((candidate) => candidate.grammarOf(path) !== null);
  const grammar = language?.grammarOf(path) ?? null;
  if (language === undefined || grammar === null)
    return { path, unread: "tests of this kind of file are not read", line: 1 };
  if (text.length > LONGEST) return { path, unread: "the file is too long to be read", line: 1 };
  const root = await trees.parse(grammar, text);
  const fault = findFault(root);
  if (fault !== null) return { path, ...fault };
  const file = readTestFile(language, path, text, language.lower(root, text));
  return file.complete ? file : { path, unread: "it does more than can be compared", line: 1 };
}

/** Without recursion, since it is what guards the recursion of all others. */
function findFault(root: SyntaxNode): { readonly unread: string; readonly line: number } | null {
  let level: readonly SyntaxNode[] = [root];
  let error: SyntaxNode | null = null;
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) return { unread: "it nests too deep to be read", line: level[0]?.line ?? 1 };
    const wrong = level.filter(({ hasError }) => hasError);
    error = wrong[0] ?? error;
    level = level.flatMap(({ children }) => children);
  }
  return error === null ? null : { unread: "it cannot be read as its language", line: error.line };
}
