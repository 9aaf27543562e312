import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { jsonDocument, jsonLine } from "../../cli/format/json.ts";

describe("JSON document", () => {
  test("names its version and kind first", () => {
    expect(jsonDocument("explanation", { files: [] })).toBe(
      '{\n  "schemaVersion": 1,\n  "kind": "explanation",\n  "files": []\n}\n',
    );
  });

  test("is one line where several are printed, whatever it holds", () => {
    expect(jsonLine("test", { text: "one\ntwo\u2028\u202e" })).toBe(
      '{"schemaVersion":1,"kind":"test","text":"one\\ntwo\\u2028\\u202e"}\n',
    );
  });

  test("keeps every text whole, and holds no character that acts on a terminal", () => {
    const unit = fc.oneof(
      fc.constantFrom("\u001b[31m", "\u009b", "\u202e", "\u200b", "\u{e0041}", "\ud800", "漢"),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        const printed = jsonDocument("test", { text });
        expect(JSON.parse(printed).text).toBe(text);
        expect(printed.replaceAll("\n", "")).not.toMatch(
          /[\p{Cc}\p{Cs}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u,
        );
      }),
      { seed: 5, numRuns: 2_000 },
    );
  });
});
