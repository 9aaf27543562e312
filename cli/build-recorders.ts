import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type BuildOptions, build as bundle } from "esbuild";
import ts from "typescript";
import { pastTheIndex } from "./past-the-index.ts";

/** What a team's tests import, by its path under `assay/`; each is one file that needs nothing else of this package. */
const ENTRIES = {
  playwright: "playwright/index.ts",
  "playwright/reporter": "playwright/reporter.ts",
  dom: "dom/index.ts",
  "dom/vitest": "dom/vitest.ts",
  "dom/jest": "dom/jest.ts",
  "dom/node": "dom/node.ts",
} as const;

/** Those that Jest loads, which reads no ES modules in packages. */
const ALSO_COMMON_JS = ["dom", "dom/jest"] as const;

/** The recorders as modules under `target`, with the types that their sources state. */
export async function buildRecorders(root: string, target: string, nodeTarget: string): Promise<void> {
  const sources = join(root, "cli/recorders");
  const common: BuildOptions = {
    absWorkingDir: root,
    outdir: target,
    bundle: true,
    platform: "node",
    target: nodeTarget,
    packages: "external",
    plugins: [pastTheIndex(root)],
    logLevel: "warning",
  };
  const named = (names: readonly (keyof typeof ENTRIES)[]) =>
    Object.fromEntries(names.map((name) => [name, join(sources, ENTRIES[name])]));
  const all = Object.keys(ENTRIES) as (keyof typeof ENTRIES)[];
  await bundle({ ...common, entryPoints: named(all), format: "esm" });
  await bundle({
    ...common,
    entryPoints: named(ALSO_COMMON_JS),
    format: "cjs",
    outExtension: { ".js": ".cjs" },
  });
  for (const name of all) {
    const source = join(sources, ENTRIES[name]);
    const { outputText, diagnostics } = ts.transpileDeclaration(await readFile(source, "utf8"), {
      fileName: source,
      compilerOptions: {
        module: ts.ModuleKind.NodeNext,
        target: ts.ScriptTarget.ES2024,
        isolatedDeclarations: true,
      },
    });
    const [problem] = diagnostics ?? [];
    if (problem !== undefined)
      throw new Error(`${source}: ${ts.flattenDiagnosticMessageText(problem.messageText, "\n")}`);
    await mkdir(dirname(join(target, name)), { recursive: true });
    await writeFile(join(target, `${name}.d.ts`), outputText);
  }
}
