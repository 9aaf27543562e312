import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { LooseningKind, TestEdit } from "../../knowledge/loosening/loosening.ts";

/** An edit of tests with what is to be found in it. */
export interface TestDiff {
  readonly name: string;
  readonly language: string;
  readonly edits: readonly TestEdit[];
  readonly honest: boolean;
  /** Not honest by itself, but acceptable where a quoted sentence gives the new value. */
  readonly licence: boolean;
  readonly kinds: readonly LooseningKind[];
}

/**
 * The edits in a folder of fixtures, `<language>/<slug>/` each: `before.<ext>` and `after.<ext>`, or folders `before/`
 * and `after/` where there are several files, with `expect.json`.
 */
export function readTestDiffs(folder: string): TestDiff[] {
  return readdirSync(folder)
    .filter((language) => statSync(join(folder, language)).isDirectory())
    .flatMap((language) =>
      readdirSync(join(folder, language)).map((slug) => {
        const place = join(folder, language, slug);
        const expected = JSON.parse(readFileSync(join(place, "expect.json"), "utf8"));
        return {
          name: `${language}/${slug}`,
          language,
          edits: readEdits(place),
          honest: expected.honest === true,
          licence: expected.licence === true,
          kinds: expected.kinds ?? [],
        };
      }),
    );
}

function readEdits(place: string): TestEdit[] {
  const sides = { before: readSide(place, "before"), after: readSide(place, "after") };
  const paths = new Set([...sides.before.keys(), ...sides.after.keys()]);
  return [...paths].sort().map((path) => ({
    path,
    before: sides.before.get(path) ?? null,
    after: sides.after.get(path) ?? null,
  }));
}

function readSide(place: string, side: "before" | "after"): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of readdirSync(place)) {
    const path = join(place, name);
    if (name === side)
      for (const inner of readdirSync(path, { recursive: true, encoding: "utf8" }))
        if (statSync(join(path, inner)).isFile()) files.set(inner, readFileSync(join(path, inner), "utf8"));
    if (name.startsWith(`${side}.`) && statSync(path).isFile())
      files.set(`tests/cart_test${name.slice(side.length)}`, readFileSync(path, "utf8"));
  }
  return files;
}
