import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { describe, expect, test } from "vitest";
import { pastTheIndex } from "../../cli/past-the-index.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** Bundles a CLI of one file over a library of two. */
async function bundled(source: string) {
  const root = temporaryFolder();
  mkdirSync(join(root, "knowledge"));
  mkdirSync(join(root, "cli"));
  const files = {
    "package.json": JSON.stringify({ imports: { "#knowledge": "./knowledge/index.ts" } }),
    "knowledge/index.ts": 'export { one, type One } from "./one.ts";\nexport * from "./two.ts";\n',
    "knowledge/one.ts": "export const one = 1;\nexport type One = 1;\n",
    "knowledge/two.ts": 'export const two = "all of the library";\n',
    "cli/bin.ts": source,
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  const { outputFiles } = await build({
    entryPoints: [join(root, "cli/bin.ts")],
    bundle: true,
    write: false,
    format: "esm",
    plugins: [pastTheIndex(root)],
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

describe("imports of the library", () => {
  test.each([
    'import { one, type One } from "#knowledge";\nconsole.log(one satisfies One);',
    'import {\n  one as first,\n} from "#knowledge";\nconsole.log(first);',
    'import type { One } from "#knowledge";\nconst a: One = 1;\nconsole.log(a, "one");',
  ])("go to the file that declares them: %j", async (source) => {
    const text = await bundled(source);
    expect(text).toMatch(/one/);
    expect(text).not.toContain("all of the library");
  });

  test.each([
    'import { two } from "#knowledge";\nconsole.log(two);',
    'import * as all from "#knowledge";\nconsole.log(all);',
    "import { one } from '#knowledge';\nconsole.log(one);",
    'export { one } from "#knowledge";',
    'console.log(await import("#knowledge"));',
    'import "#knowledge";',
  ])("fail the build where they would come through the index: %j", async (source) => {
    await expect(bundled(source)).rejects.toThrow(/knowledge\/index\.ts has no line|not read past the index/);
  });
});
