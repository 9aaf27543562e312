import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/**
 * The folder with the grammars: beside the built program, else that of the package. `from` is the folder of the code
 * that asks. Errors: of Node, where the package is not installed.
 */
export function grammarFolder(from: string): string {
  const built = [join(from, "grammars"), join(from, "../grammars")].find((folder) =>
    existsSync(join(folder, "tree-sitter.wasm")),
  );
  return built ?? dirname(createRequire(join(from, "index.js")).resolve("@vscode/tree-sitter-wasm"));
}
