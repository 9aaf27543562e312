import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { treeSitterSyntaxTrees } from "../../knowledge/adapters/treesitter/syntax-trees.ts";
import type { SyntaxNode, SyntaxTrees } from "../../knowledge/ports/syntax-trees.ts";

/** The grammars as the package holds them. */
export const syntaxTrees = treeSitterSyntaxTrees(() =>
  dirname(fileURLToPath(import.meta.resolve("@vscode/tree-sitter-wasm"))),
);

/** The same, but each of these texts is read once: a tree is plain data. */
export function onceRead(texts: Iterable<string>): SyntaxTrees {
  const known = new Set(texts);
  const read = new Map<string, Promise<SyntaxNode>>();
  return {
    parse(language, text) {
      if (!known.has(text)) return syntaxTrees.parse(language, text);
      const key = `${language} ${text}`;
      const root = read.get(key) ?? syntaxTrees.parse(language, text);
      read.set(key, root);
      return root;
    },
  };
}
