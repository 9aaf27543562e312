import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sanitise } from "../../../cli/terminal/sanitise.ts";
import { clip, displayWidth, PLAIN, splitAtWidth } from "../../../cli/terminal/width.ts";
import { wrap } from "../../../cli/terminal/wrap.ts";

const anyText = fc.string({
  unit: fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 4 }),
    fc.constantFrom("漢", "🚀", "é", "e\u0301", " ", "한", "क्ष"),
  ),
  maxLength: 40,
});

describe("display width", () => {
  test.each([
    ["", 0],
    ["plain", 5],
    ["漢字", 4],
    ["ｆｕｌｌ", 8],
    ["한국", 4],
    ["e\u0301", 1],
    ["🚀", 2],
    ["👍🏽", 2],
    ["🇩🇪", 2],
    ["✓ ✗ │ ▸ …", 9],
  ])("%j takes %i columns", (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });

  test.each([
    ["plain text", 10, "plain text"],
    ["plain text", 6, "plain…"],
    ["漢字漢字", 8, "漢字漢字"],
    ["漢字漢字", 6, "漢字…"],
    ["漢字漢字", 1, "…"],
    ["abc", 0, ""],
  ])("clip(%j, %i)", (text, columns, clipped) => {
    expect(clip(text, columns)).toBe(clipped);
  });

  test("a character that is not looked up takes one column, as it does where it is", () => {
    const plain = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter((char) =>
      PLAIN.test(char),
    );
    // A mark that joins it makes it be looked up.
    for (const char of plain) expect([char, displayWidth(`${char}\u0301`)]).toEqual([char, 1]);
  });

  test("L-038 a clipped or wrapped row is never wider than its columns", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 30 }), (raw, columns) => {
        const text = sanitise(raw);
        expect(displayWidth(clip(text, columns))).toBeLessThanOrEqual(columns);
        for (const line of wrap(text, columns)) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      }),
      { seed: 38, numRuns: 2_000 },
    );
  });

  test("splitting loses nothing", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 30 }), (text, columns) => {
        expect(splitAtWidth(text, columns).join("")).toBe(text);
      }),
      { seed: 38 },
    );
  });
});

describe("wrap", () => {
  test("breaks at spaces, and inside a word that is too long", () => {
    expect(wrap("one two three", 7)).toEqual(["one two", "three"]);
    expect(wrap("a verylongword b", 6)).toEqual(["a", "verylo", "ngword", "b"]);
    expect(wrap("", 10)).toEqual([""]);
  });
});
