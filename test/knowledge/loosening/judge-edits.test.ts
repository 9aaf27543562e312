import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeEdits } from "../../../knowledge/loosening/judge-edits.ts";
import type { Loosening } from "../../../knowledge/loosening/loosening.ts";
import type { SyntaxNode } from "../../../knowledge/ports/syntax-trees.ts";
import { grammarOfPath, isAssertion } from "../../support/assertion-statements.ts";
import { onceRead } from "../../support/syntax-trees.ts";
import { readTestDiffs } from "../../support/test-diffs.ts";

/** Test files that prove something: all that the fixtures begin with. */
const files = [
  ...new Map(
    readTestDiffs(join(import.meta.dirname, "../../fixtures/test-diffs"))
      .flatMap(({ edits }) => edits)
      .flatMap(({ path, before }) => (before === null ? [] : [[before, { path, text: before }] as const])),
  ).values(),
];

const syntaxTrees = onceRead(files.map(({ text }) => text));

const judge = (path: string, before: string | null, after: string | null): Promise<readonly Loosening[]> =>
  judgeEdits(syntaxTrees, [{ path, before, after }]);

/** Each assertion of a file, with the text around it. */
async function assertionsOf({ path, text }: { path: string; text: string }) {
  const grammar = grammarOfPath(path);
  const found: { statement: string; pre: string; post: string; indent: string }[] = [];
  const look = (node: SyntaxNode): void => {
    const statement = text.slice(node.start, node.end);
    const pre = text.slice(0, node.start);
    const indent = /[ \t]*$/.exec(pre)?.[0] ?? "";
    if (!isAssertion(grammar, node.type, statement)) node.children.forEach(look);
    else found.push({ statement, pre, post: text.slice(node.end), indent });
  };
  look(await syntaxTrees.parse(grammar, text));
  return found;
}

describe("every assertion of every fixture", () => {
  test("is missed when it is removed", async () => {
    let removed = 0;
    for (const file of files) {
      const nothing = file.path.endsWith(".py") ? "pass" : "";
      for (const { statement, pre, post } of await assertionsOf(file)) {
        removed += 1;
        expect(
          await judge(file.path, file.text, pre + nothing + post),
          `${file.path}: ${statement}`,
        ).not.toEqual([]);
      }
    }
    expect(removed).toBeGreaterThan(100);
  });

  test("is missed when it is reached only under a condition", async () => {
    for (const file of files)
      for (const { statement, pre, post, indent } of await assertionsOf(file)) {
        const inside = file.path.endsWith(".py")
          ? `if maybe:\n${indent}    ${statement.replaceAll("\n", "\n    ")}`
          : file.path.endsWith(".go")
            ? `if maybe {\n${statement}\n}`
            : `if (maybe) { ${statement} }`;
        const found = await judge(file.path, file.text, pre + inside + post);
        expect(
          found.map(({ kind }) => kind),
          `${file.path}: ${statement}`,
        ).toContain("assertion-unreachable");
      }
  });

  test("is missed when the test ends before it", async () => {
    for (const file of files.filter(({ path }) => !path.endsWith(".java")))
      for (const { statement, pre, post, indent } of await assertionsOf(file)) {
        // The one statement of a loop is another after it.
        if (/\)\s$/.test(pre)) continue;
        const found = await judge(file.path, file.text, `${pre}return\n${indent}${statement}${post}`);
        expect(
          found.map(({ kind }) => kind),
          `${file.path}: ${statement}`,
        ).toContain("assertion-unreachable");
      }
  });
});

describe("what changes nothing", () => {
  test("is no finding: the same text", async () => {
    for (const { path, text } of files) expect(await judge(path, text, text)).toEqual([]);
  });

  test("is no finding: comments and empty lines", async () => {
    for (const { path, text } of files) {
      const comment = path.endsWith(".py") ? "# More words." : "// More words.";
      // In front of a build tag nothing may stand.
      const after = `${text.replaceAll("\n\n", "\n\n\n")}\n${comment}\n`;
      expect(await judge(path, text, after), path).toEqual([]);
    }
  });

  test("is no finding: an assertion said twice", async () => {
    for (const file of files)
      for (const { statement, pre, post, indent } of await assertionsOf(file)) {
        const after = `${pre}${statement}\n${indent}${statement}${post}`;
        expect(await judge(file.path, file.text, after), `${file.path}: ${statement}`).toEqual([]);
      }
  });

  test("is no finding: a file that was moved to another folder", async () => {
    for (const { path, text } of files) {
      const moved = `elsewhere/${path}`;
      const found = await judgeEdits(syntaxTrees, [
        { path, before: text, after: null },
        { path: moved, before: null, after: text },
      ]);
      expect(found, path).toEqual([]);
    }
  });
});

describe("what cannot be judged", () => {
  test.each([
    ["tests/cart_test.rb", "assert_equal 1, 1", "assert true"],
    ["tests/data.bin", "\0\u0001", "\0\u0002"],
    [
      "tests/cart.test.ts",
      "test('a', () => { expect(f()).toBe(1); });",
      "test('a', () => { expect(f()).toBe(1);",
    ],
    ["tests/test_cart.py", "def test_a():\n    assert f() == 1\n", "def test_a(:\n    assert f() == 1\n"],
  ])("is told as unreadable: %s", async (path, before, after) => {
    expect((await judge(path, before, after)).map(({ kind }) => kind)).toEqual(["unreadable"]);
  });

  test("is told where it nests deeper than it is read", async () => {
    const deep = `test("a", () => { expect(${"f(".repeat(2000)}1${")".repeat(2000)}).toBe(1); });`;
    const found = await judge("a.test.js", 'test("a", () => { expect(f(1)).toBe(1); });', deep);
    expect(found.map(({ kind }) => kind)).toEqual(["unreadable"]);
  });

  test("is told where helpers and loops multiply beyond measure", async () => {
    const loops = "for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) ".repeat(7);
    const found = await judge("a.test.js", 'test("a", () => {});', `test("a", () => { ${loops} f(); });`);
    expect(found.map(({ kind }) => kind)).toEqual(["unreadable"]);
  });

  test("is never thrown, whatever stands in the file", async () => {
    const names = fc.constantFrom(
      "a.test.ts",
      "a.test.js",
      "A.test.tsx",
      "test_a.py",
      "ATest.java",
      "a_test.go",
      "a.snap",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc
        .tuple(
          fc.constantFrom(...files.map((file) => file.text)),
          fc.nat(),
          fc.string({ unit: "binary", maxLength: 5 }),
        )
        .map(
          ([whole, at, inserted]) =>
            whole.slice(0, at % whole.length) + inserted + whole.slice(at % whole.length),
        ),
    );
    await fc.assert(
      fc.asyncProperty(names, fc.option(text), fc.option(text), async (path, before, after) => {
        expect(Array.isArray(await judge(path, before, after))).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

describe("a finding", () => {
  test("names the place, the test and both values", async () => {
    const before = 'test("adds", () => {\n  expect(add(1, 2)).toBe(3);\n});\n';
    expect(await judge("add.test.js", before, before.replace("toBe(3)", "toBe(4)"))).toEqual([
      {
        kind: "expectation-changed",
        path: "add.test.js",
        side: "after",
        line: 2,
        text: "expect(add(1, 2)).toBe(4);",
        why: "another value is expected",
        test: "adds",
        was: "3",
        is: "4",
      },
    ]);
  });

  test("of a removed assertion shows its line of before", async () => {
    const before =
      'test("adds", () => {\n  const sum = add(1, 2);\n  expect(sum).toBe(3);\n  expect(sum).toBeLessThan(4);\n});\n';
    const [found] = await judge("add.test.js", before, before.replace("  expect(sum).toBe(3);\n", ""));
    expect(found).toMatchObject({ kind: "assertion-removed", side: "before", line: 3, test: "adds" });
  });

  test("stands once for a deleted file's every test", async () => {
    const before = 'test("a", () => { expect(f()).toBe(1); });\ntest("b", () => { expect(f()).toBe(2); });\n';
    const found = await judge("a.test.js", before, null);
    expect(found.map(({ kind, test }) => [kind, test])).toEqual([
      ["test-removed", "a"],
      ["test-removed", "b"],
    ]);
  });

  test("of a snapshot file names the entry: rewritten, gone, or neither when it was only renamed", async () => {
    const entry = (name: string, value: string) => `exports[\`${name}\`] = \`${value}\`;\n\n`;
    const before = entry("a 1", "one") + entry("b 1", "two") + entry("c 1", "three");
    const after = entry("a 1", "uno") + entry("renamed 1", "three");
    expect(
      (await judge("__snapshots__/a.test.js.snap", before, after)).map(({ kind, test }) => [kind, test]),
    ).toEqual([
      ["snapshot-rewritten", "a 1"],
      ["assertion-removed", "b 1"],
    ]);
  });

  test("is not made for a test that moved to another file of the edit", async () => {
    const one = 'test("a", () => { expect(f()).toBe(1); });\n';
    const other = 'test("b", () => { expect(g()).toBe(2); });\n';
    const found = await judgeEdits(syntaxTrees, [
      { path: "a.test.js", before: one + other, after: one },
      { path: "b.test.js", before: null, after: other },
    ]);
    expect(found).toEqual([]);
  });
});
