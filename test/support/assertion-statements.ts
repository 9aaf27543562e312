import type { SyntaxLanguage } from "../../knowledge/ports/syntax-trees.ts";

/** The grammar of a test file, by its name. */
export function grammarOfPath(path: string): SyntaxLanguage {
  if (path.endsWith(".tsx")) return "tsx";
  if (path.endsWith(".ts")) return "typescript";
  if (path.endsWith(".py")) return "python";
  if (path.endsWith(".java")) return "java";
  return path.endsWith(".go") ? "go" : "javascript";
}

/** Whether a node is a whole statement that asserts something, told by its first words. */
export function isAssertion(language: SyntaxLanguage, type: string, text: string): boolean {
  if (language === "go" && type === "if_statement") return /\bt\.(Error|Fatal)/.test(text);
  if (!type.endsWith("statement")) return false;
  if (language === "python")
    return /^(assert\b(?! True)|self\.assert|with pytest\.raises|with self\.assertRaises)|^[\w.]+\.assert_called/.test(
      text,
    );
  if (language === "go") return /^(assert|require)\./.test(text);
  return /^(await )?(expect\((?!\[\]|3\b)|assert|verify)/.test(text);
}
