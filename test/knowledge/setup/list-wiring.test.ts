import fc from "fast-check";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { type ListWiring, MARK, wireList } from "../../../knowledge/setup/edit/list-wiring.ts";
import { unwireList } from "../../../knowledge/setup/edit/unwire-list.ts";

const setupFiles: ListWiring = {
  path: ["test", "setupFiles"],
  module: "assay/dom/vitest",
  element: '"assay/dom/vitest"',
  absent: '["assay/dom/vitest"]',
  around: ["", ""],
  rivals: ["projects"],
};
const reporter: ListWiring = {
  path: ["reporter"],
  module: "assay/playwright/reporter",
  element: '["assay/playwright/reporter"]',
  absent: '[["list"], ["assay/playwright/reporter"]]',
  around: ["[", "]"],
  rivals: [],
};

function wired(text: string, wiring: ListWiring, form: "script" | "json" = "script"): string {
  const done = wireList(text, form, wiring);
  if (done.kind !== "wired") throw new Error(`${done.kind}: ${text}`);
  return done.text;
}

/** What the file exports, as a program that imports it sees it. */
function exported(text: string): Record<string, unknown> {
  const { outputText, diagnostics } = ts.transpileModule(text, {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2024 },
  });
  expect(diagnostics).toEqual([]);
  const module = { exports: {} as Record<string, unknown> };
  const load = () => ({ defineConfig: (config: unknown) => config });
  new Function("module", "exports", "require", outputText)(module, module.exports, load);
  return (module.exports.default ?? module.exports) as Record<string, unknown>;
}

const VITEST: [string, string, unknown][] = [
  ["a list", 'export default { test: { setupFiles: ["./a.ts"] } };\n', ["assay/dom/vitest", "./a.ts"]],
  ["an empty list", "export default { test: { setupFiles: [] } };", ["assay/dom/vitest"]],
  [
    "a list on lines of its own, with CRLF",
    'export default {\r\n\ttest: {\r\n\t\tsetupFiles: [\r\n\t\t\t"./a.ts",\r\n\t\t],\r\n\t},\r\n};\r\n',
    ["assay/dom/vitest", "./a.ts"],
  ],
  [
    "a string",
    "export default { test: { setupFiles: './a.ts', globals: true } };",
    ["assay/dom/vitest", "./a.ts"],
  ],
  [
    "no list",
    'import { defineConfig } from "vitest/config";\n\nexport default defineConfig({\n  test: { // tests\n    globals: true,\n  },\n});\n',
    ["assay/dom/vitest"],
  ],
  ["no test key", 'export default { plugins: [/[/"]{/.test(`$' + "{`{`}`)] };", ["assay/dom/vitest"]],
  ["nothing at all", "export default {}", ["assay/dom/vitest"]],
  ["an empty object over two lines", "module.exports = {\n};\n", ["assay/dom/vitest"]],
  [
    "a constant",
    "const config: Record<string, unknown> = {\n  // {\n  root: './x',\n};\nexport default config;\n",
    ["assay/dom/vitest"],
  ],
  [
    "satisfies",
    "export default { test: { environment: 'jsdom' } } satisfies object;\n",
    ["assay/dom/vitest"],
  ],
];

describe("an element that is put into a list of a config file", () => {
  test.each(VITEST)("%s: gets the element first, and back to the same bytes", (_, text, expected) => {
    const done = wired(text, setupFiles);
    expect((exported(done).test as { setupFiles: unknown }).setupFiles).toEqual(expected);
    expect(wireList(done, "script", setupFiles)).toEqual({ kind: "present" });
    expect(unwireList(done, "script", setupFiles)).toBe(text);
  });

  test.each([
    [
      "a string",
      "export default defineConfig({\n  reporter: 'html',\n  use: {},\n});\n",
      [["assay/playwright/reporter"], ["html"]],
    ],
    [
      "a list",
      'export default { reporter: [["html", { open: "never" }]] };',
      [["assay/playwright/reporter"], ["html", { open: "never" }]],
    ],
    ["none", "export default {\n  use: {},\n};\n", [["list"], ["assay/playwright/reporter"]]],
  ])("a reporter, where there is %s", (_, text, expected) => {
    const source = `import { defineConfig } from "@playwright/test";\n${text}`;
    const done = wired(source, reporter);
    expect(exported(done).reporter).toEqual(expected);
    expect(unwireList(done, "script", reporter)).toBe(source);
  });

  test.each([
    ["a function", "export default defineConfig(({ mode }) => ({ test: {} }));"],
    ["a function that takes options", "module.exports = withOptions({ test: {} });"],
    [
      "the result of another function",
      "const create = preset({ dir: './' });\nconst mine = { test: {} };\nmodule.exports = create(mine);",
    ],
    ["a constant that is changed", "const config = {};\nconfig.test = {};\nexport default config;"],
    ["exports that are changed", "module.exports = {};\nmodule.exports.test = {};"],
    ["a merge", "export default mergeConfig(base, { test: {} });"],
    ["a spread that may set it", "export default { ...base };"],
    ["a shorthand", "export default { test };"],
    ["a condition", "export default { test: { setupFiles: ci ? [] : ['a'] } };"],
    ["projects, which do not inherit", "export default { test: { projects: ['a'] } };"],
    ["two exports", "module.exports = {};\nmodule.exports = {};"],
    ["brackets that do not pair", "export default { test: { };"],
    ["a string that does not end", "export default { test: { a: 'x } };"],
    ["no export", "const config = { test: {} };"],
  ])("%s is left to a person", (_, text) => {
    expect(wireList(text, "script", setupFiles)).toEqual({ kind: "unclear" });
  });

  test("what a person added to it stays", () => {
    const done = wired("export default {\n  root: '.',\n};\n", setupFiles);
    const grown = done.replace('["assay/dom/vitest"]', '["assay/dom/vitest", "./mine.ts"]');
    const left = unwireList(grown, "script", setupFiles) as string;
    expect(left).not.toContain(MARK);
    expect(exported(left)).toEqual({ test: { setupFiles: ["./mine.ts"] }, root: "." });
    const wrapped = wired("export default { reporter: 'html' };", reporter);
    const more = wrapped.replace('["assay/playwright/reporter"],', '["assay/playwright/reporter"], ["dot"],');
    expect(exported(unwireList(more, "script", reporter) as string)).toEqual({
      reporter: [["dot"], ["html"]],
    });
  });

  test("a formatter's quotes, line breaks and commas do not hide it", () => {
    const done = wired("export default { root: '.' };\n", setupFiles);
    const formatted = done.replace(
      '{ setupFiles: ["assay/dom/vitest"] }',
      "{\n    setupFiles: [\n      'assay/dom/vitest',\n    ],\n  }",
    );
    expect(exported(unwireList(formatted, "script", setupFiles) as string)).toEqual({ root: "." });
  });

  test("any plain config comes back to the same bytes", () => {
    const value = fc.oneof(
      fc.constant("1"),
      fc.constant("'a // b'"),
      fc.constant("[/{/g, `}`]"),
      fc.constant("{ a: 'x', }"),
    );
    const key = fc.constantFrom("root", "'b'", "test", "setupFiles", "$x");
    const gap = fc.constantFrom("", " ", "\n", "\r\n  ", " // { \n\t", "/* [ */");
    const entry = fc.tuple(gap, key, gap, value, gap).map(([a, k, b, v, c]) => `${a}${k}:${b}${v}${c}`);
    const config = fc
      .tuple(fc.uniqueArray(entry, { maxLength: 4 }), gap)
      .map(([entries, last]) => `export default {${entries.join(",")}${last}};\n`);
    fc.assert(
      fc.property(config, (text) => {
        const done = wireList(text, "script", setupFiles);
        if (done.kind !== "wired") return;
        const value = new Function(done.text.replace("export default", "return"))();
        expect(value.test.setupFiles).toEqual(["assay/dom/vitest"]);
        expect(unwireList(done.text, "script", setupFiles)).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});

describe("the same in JSON", () => {
  const jest: ListWiring = {
    path: ["jest", "setupFilesAfterEnv"],
    module: "assay/dom/jest",
    element: '"assay/dom/jest"',
    absent: '["assay/dom/jest"]',
    around: ["", ""],
    rivals: ["projects"],
  };
  test.each([
    ["a key", '{\n  "name": "x",\n  "jest": {\n    "testEnvironment": "jsdom"\n  }\n}\n'],
    ["an empty object", '{"jest":{}}'],
    ["a list", '{ "jest": { "setupFilesAfterEnv": [ "./a.js" ] } }'],
    ["a list on lines", '{\n\t"jest": {\n\t\t"setupFilesAfterEnv": [\n\t\t\t"./a.js"\n\t\t]\n\t}\n}'],
  ])("%s: stays JSON, and comes back to the same bytes", (_, text) => {
    const done = wired(text, jest, "json");
    expect(JSON.parse(done).jest.setupFilesAfterEnv[0]).toBe("assay/dom/jest");
    expect(unwireList(done, "json", jest)).toBe(text);
  });

  test("a package manager that writes the file anew does not hide it", () => {
    const text = '{\n  "jest": {\n    "a": 1\n  }\n}\n';
    const rewritten = `${JSON.stringify(JSON.parse(wired(text, jest, "json")), null, 2)}\n`;
    expect(unwireList(rewritten, "json", jest)).toBe(text);
  });
});
