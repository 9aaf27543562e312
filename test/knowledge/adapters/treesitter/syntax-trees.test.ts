import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { treeSitterSyntaxTrees } from "../../../../knowledge/adapters/treesitter/syntax-trees.ts";
import { SYNTAX_LANGUAGES, type SyntaxNode } from "../../../../knowledge/ports/syntax-trees.ts";
import { syntaxTrees } from "../../../support/syntax-trees.ts";

const SAMPLES = {
  javascript: "const a = 1;",
  typescript: "const a: number = 1;",
  tsx: "const a = <b>{c}</b>;",
  python: "a = 1\n",
  java: "class A { int a = 1; }",
  go: "package a\n\nvar b = 1\n",
} as const;

describe("a syntax tree", () => {
  test.each(SYNTAX_LANGUAGES)("is read for %s, and an error in it is told", async (language) => {
    const text = SAMPLES[language];
    const root = await syntaxTrees.parse(language, text);
    expect(root).toMatchObject({ start: 0, line: 1, hasError: false });
    expect((await syntaxTrees.parse(language, `${text} ((`)).hasError).toBe(true);
  });

  test("is plain data with fields, lines and offsets in UTF-16 code units", async () => {
    const text = 'const é = "🫖";\nsay(é);\n';
    const root = await syntaxTrees.parse("javascript", text);
    expect(structuredClone(root)).toEqual(root);
    const call = root.children[1]?.children[0] as SyntaxNode;
    expect(call).toMatchObject({ type: "call_expression", line: 2, endLine: 2, named: true });
    expect(text.slice(call.start, call.end)).toBe("say(é)");
    expect(call.children.map(({ field }) => field)).toEqual(["function", "arguments"]);
  });

  test("is read of text that nests deeper than a stack", async () => {
    let node: SyntaxNode | undefined = await syntaxTrees.parse("javascript", "(".repeat(20_000));
    let depth = 0;
    for (; node !== undefined; node = node.children.find(({ named }) => named)) depth += 1;
    expect(depth).toBeGreaterThan(0);
  });

  test("is read of two texts at once", async () => {
    const [one, other] = await Promise.all([
      syntaxTrees.parse("go", SAMPLES.go),
      syntaxTrees.parse("python", SAMPLES.python),
    ]);
    expect([one.type, other.type]).toEqual(["source_file", "module"]);
  });

  test("is refused with a way out where the grammars are missing", async () => {
    const trees = treeSitterSyntaxTrees(() => join(import.meta.dirname, "nowhere"));
    await expect(trees.parse("go", "package a")).rejects.toMatchObject({ code: "syntax_unavailable" });
  });
});
