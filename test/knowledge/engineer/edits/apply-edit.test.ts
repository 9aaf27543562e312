import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdit } from "../../../../knowledge/engineer/edits/apply-edit.ts";

describe("an edit", () => {
  test("replaces the one place where the old text stands, and nothing else", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (before, after, now) => {
        const text = `${before}\u0001old${after}`;
        expect(applyEdit(text, "\u0001old", now)).toEqual({ kind: "edited", text: before + now + after });
      }),
    );
  });

  test.each([
    ["the old text is not there", "a", "b", "c"],
    ["it is there twice", "aXbXc", "X", "Y"],
    ["it is there twice, overlapping", "aaa", "aa", "b"],
    ["nothing changes", "abc", "b", "b"],
    ["the file is there and the old text is empty", "abc", "", "x"],
    ["the file is not there and the old text is not empty", null, "a", "b"],
    ["it would be half a character", "abc", "b", "\ud800"],
    ["it would be too long", null, "", "x".repeat(400_001)],
  ])("is refused where %s", (_, text, old, now) => {
    expect(applyEdit(text, old, now)).toMatchObject({ kind: "refused" });
  });

  test("writes a file that is not there whole", () => {
    expect(applyEdit(null, "", "x\n")).toEqual({ kind: "edited", text: "x\n" });
  });

  test("keeps the line ends of the file", () => {
    expect(applyEdit("a\r\nb\r\nc\r\n", "a\nb", "x\ny")).toEqual({ kind: "edited", text: "x\r\ny\r\nc\r\n" });
    expect(applyEdit("a\nb\n", "a\nb", "$&\n$1")).toEqual({ kind: "edited", text: "$&\n$1\n" });
  });
});
