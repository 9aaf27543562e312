import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { treeSitterSyntaxTrees } from "../../knowledge/adapters/treesitter/syntax-trees.ts";

/** The grammars as the package holds them. */
export const syntaxTrees = treeSitterSyntaxTrees(() =>
  dirname(fileURLToPath(import.meta.resolve("@vscode/tree-sitter-wasm"))),
);
