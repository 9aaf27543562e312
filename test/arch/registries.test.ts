import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..", "..");

/** Folders whose files are plug-ins: each must be imported by the folder's index, and nothing else may be. */
const REGISTRIES = [
  "knowledge/evidence/readers",
  "knowledge/log/frameworks",
  "knowledge/log/ci",
  "knowledge/loosening/languages",
  "knowledge/cause/rules",
  "knowledge/setup/runners",
  "knowledge/setup/snippets",
  "knowledge/plan/methods",
  "knowledge/qa/policies",
  "knowledge/qa/exports",
  "knowledge/execute/runners",
] as const;

describe.each(REGISTRIES)("%s", (folder) => {
  const files = readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".ts") && name !== "index.ts")
    .sort();
  const index = readFileSync(join(root, folder, "index.ts"), "utf8");
  const imported = [...index.matchAll(/from "\.\/([\w.-]+\.ts)"/g)].map((match) => match[1] as string).sort();

  test("holds a file for each line of its index", () => {
    expect(files.length).toBeGreaterThan(0);
    expect(imported).toEqual(files);
  });
});

describe("knowledge/actions", () => {
  test("every operation file is a line of the registry", () => {
    const files = readdirSync(join(root, "knowledge/actions"))
      .filter((name) => name.endsWith(".ts") && !["index.ts", "operation.ts", "deps.ts"].includes(name))
      .filter((name) => /=\s*operation\(/.test(readFileSync(join(root, "knowledge/actions", name), "utf8")))
      .sort();
    const index = readFileSync(join(root, "knowledge/actions/index.ts"), "utf8");
    expect(
      [...index.matchAll(/from "\.\/([\w.-]+\.ts)"/g)]
        .map((match) => match[1])
        .filter((name) => files.includes(name as string))
        .sort(),
    ).toEqual(files);
  });

  test("every operation of the function-call surface is a line of its registry", () => {
    const registry = readFileSync(join(root, "knowledge/actions/functions.ts"), "utf8");
    const files = ["item", "qa"].flatMap((folder) =>
      readdirSync(join(root, "knowledge/actions", folder))
        .filter((name) => name.endsWith(".ts"))
        .map((name) => `${folder}/${name}`)
        .filter((name) =>
          /=\s*operation\(/.test(readFileSync(join(root, "knowledge/actions", name), "utf8")),
        ),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(
      [...registry.matchAll(/from "\.\/([\w.-]+\/[\w.-]+\.ts)"/g)].map((match) => match[1]).sort(),
    ).toEqual(files.sort());
  });
});
