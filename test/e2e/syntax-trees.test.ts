import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SYNTAX_LANGUAGES } from "../../knowledge/ports/syntax-trees.ts";

const dist = join(import.meta.dirname, "../../dist");

test("the built program reads every language with the grammars beside it", () => {
  const chunk = readdirSync(join(dist, "chunks")).filter((name) => /^syntax-trees-.*\.cjs$/.test(name));
  expect(chunk).toHaveLength(1);
  const script = `
    const { treeSitterSyntaxTrees } = require(${JSON.stringify(join(dist, "chunks", chunk[0] as string))});
    const trees = treeSitterSyntaxTrees(() => ${JSON.stringify(join(dist, "grammars"))});
    const roots = ${JSON.stringify(SYNTAX_LANGUAGES)}.map(async (language) => (await trees.parse(language, "")).type);
    Promise.all(roots).then((types) => console.log(types.join(" ")));`;
  // Far from the sources: what is not in dist/ is not found there.
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", script], { cwd: "/", encoding: "utf8" });
  expect(stderr).toBe("");
  expect(stdout.trim()).toBe("program program program module program source_file");
});
