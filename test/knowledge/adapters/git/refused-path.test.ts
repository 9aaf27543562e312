import { join, resolve, sep } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { refusedPath } from "../../../../knowledge/adapters/git/refused-path.ts";

const name = fc.oneof(
  fc.constantFrom(
    "..",
    ".",
    "",
    ".git",
    ".GIT",
    ".git ",
    ".git...",
    "git~1",
    ".g\u200dit",
    "a",
    "tests",
    ".gitignore",
    "\\",
    "c:",
  ),
  fc.string({ unit: "grapheme", maxLength: 8 }),
);

test("a path that is not refused stays below its folder and has no part that is git's", () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 5 }), (names) => {
      const path = names.join("/");
      if (refusedPath(path) !== null) return;
      const place = resolve("/copy", path);
      expect(place.startsWith(`/copy${sep}`)).toBe(true);
      expect(place).toBe(join("/copy", path));
      for (const part of path.toLowerCase().split("/")) expect(part.replace(/[. ]+$/, "")).not.toBe(".git");
    }),
    { numRuns: 2_000 },
  );
});

test("plain paths of a repository are taken, dots, spaces and other alphabets included", () => {
  for (const path of [
    ".github/workflows/ci.yml",
    "a b/ü.test.ts",
    ".gitignore",
    "x/.gitkeep",
    "git/a",
    "a~1",
    "...",
    "日本/語.ts",
  ])
    expect(refusedPath(path), path).toBeNull();
});
