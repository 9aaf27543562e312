import { matchesGlob } from "node:path/posix";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { matchGlob } from "../../../knowledge/text/match-glob.ts";

describe("globs", () => {
  test.each<[path: string, pattern: string, fits: boolean]>([
    ["a/b.ts", "a/*.ts", true],
    ["a/c/b.ts", "a/*.ts", false],
    ["a/c/b.ts", "a/**/*.ts", true],
    ["a/b.ts", "a/**/*.ts", true],
    ["a/c/d/b.ts", "**/b.ts", true],
    ["b.ts", "**/b.ts", true],
    ["a/b/c", "a/**", true],
    ["ab/c", "a/**", false],
    ["a/b/c", "a/", true],
    ["./a/b.ts", "a/b.ts", true],
    ["a/b.ts", "./a/?.ts", true],
    ["a/🛒.ts", "a/?.ts", true],
    ["a/bb.ts", "a/?.ts", false],
    ["a/b.tsx", "a/*.{ts,tsx}", true],
    ["a/b.js", "a/*.{ts,tsx}", false],
    ["a/b/x.ts", "{a/{b,c},d}/x.ts", true],
    ["a/d/x.ts", "{a/{b,c},d}/x.ts", false],
    ["a{b", "a{b", true],
    ["a.ts", "a?ts", true],
    ["axts", "a.ts", false],
    ["/home/me/shop/test/a.ts", "test/**", true],
    ["file:///home/me/shop/test/a.ts", "test/*.ts", true],
    ["home/me/shop/test/a.ts", "test/**", false],
    ["", "**", true],
  ])("%s, %s: %s", (path, pattern, fits) => {
    expect(matchGlob(path, pattern)).toBe(fits);
  });

  test("say what Node's say of plain paths", () => {
    const part = fc.constantFrom("a", "b", "ab", "ba.ts");
    const glob = fc.constantFrom("a", "*", "**", "a*", "*b*", "?", "{a,b}", "?b", "*.{ts,js}");
    const path = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
    const last = fc.constantFrom("a", "*", "*b*", "?b", "*.{ts,js}");
    const pattern = fc
      .tuple(fc.array(glob, { maxLength: 4 }), last)
      .map(([parts, end]) => [...parts, end].join("/"));
    fc.assert(
      fc.property(path, pattern, (one, other) => {
        expect(matchGlob(one, other)).toBe(matchesGlob(one, other));
      }),
      { numRuns: 2_000 },
    );
  });

  test("no pattern takes long", () => {
    const started = performance.now();
    expect(matchGlob("a".repeat(5_000), `${"*a".repeat(2_000)}b`)).toBe(false);
    expect(matchGlob("a/".repeat(5_000), `${"**/a/".repeat(1_000)}b`)).toBe(false);
    expect(matchGlob("x", "{a,b}".repeat(40))).toBe(false);
    expect(matchGlob("x", "{".repeat(20_000))).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
