import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { literalFinder, SPLIT } from "../../../../knowledge/log/lines/literal-finder.ts";

function found(words: readonly string[], text: string): string[] {
  const finder = literalFinder(words);
  const bytes = Buffer.from(text);
  const seen = new Set<number>();
  finder.find(bytes, 0, bytes.length, (literal) => seen.add(literal));
  return [...seen]
    .filter((literal) => literal !== SPLIT)
    .map((literal) => finder.literals[literal]!)
    .sort();
}

describe("literalFinder", () => {
  it("finds what overlaps, what is short and what is not ASCII, whatever the case", () => {
    expect(found(["error", "error:", "rror", "e", "✕", " ok"], "An ERROR: ✕ ok")).toEqual([
      " ok",
      "e",
      "error",
      "error:",
      "rror",
      "✕",
    ]);
  });

  it("stops at the first line end and does not look past it", () => {
    const finder = literalFinder(["two", "one\ntwo"]);
    const bytes = Buffer.from("one\ntwo");
    const seen: number[] = [];
    expect(finder.find(bytes, 0, bytes.length, (literal) => seen.push(literal))).toBe(3);
    expect(seen).toEqual([]);
  });

  it("sees what stands beside escape sequences, and says where one may stand within a literal", () => {
    expect(found(["error", "warn"], "\x1b[31merror\x1b[0m warn")).toEqual(["error", "warn"]);
    const finder = literalFinder(["error ts"]);
    const bytes = Buffer.from("error\x1b[0m TS2304");
    const seen: number[] = [];
    finder.find(bytes, 0, bytes.length, (literal) => seen.push(literal));
    expect(seen).toEqual([SPLIT]);
  });

  it("finds exactly what String.includes finds", () => {
    const letters = fc.string({ unit: fc.constantFrom("a", "b", "-", " ", "1", "q", "é"), maxLength: 40 });
    const words = fc.array(
      fc.string({ unit: fc.constantFrom("a", "b", "-", " ", "1", "q", "é"), minLength: 1, maxLength: 7 }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(words, letters, (literals, text) => {
        const expected = [...new Set(literals)].filter((word) => text.includes(word)).sort();
        expect(found(literals, text)).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });
});
