import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";

/** The languages that the loosening of tests is seen in, as files of the grammars' package. */
const GRAMMARS = ["javascript", "typescript", "tsx", "python", "java", "go"] as const;

/** Puts the parser and its grammars beside the built program. */
export async function copyGrammars(root: string, target: string): Promise<void> {
  const source = join(root, "node_modules/@vscode/tree-sitter-wasm/wasm");
  await mkdir(target, { recursive: true });
  const files = ["tree-sitter.wasm", ...GRAMMARS.map((name) => `tree-sitter-${name}.wasm`)];
  await Promise.all(files.map((file) => copyFile(join(source, file), join(target, file))));
  await copyFile(join(source, "../LICENSE"), join(target, "LICENSE"));
}
