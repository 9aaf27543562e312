import { describe, expect, test } from "vitest";
import { displayWidth } from "../../../cli/terminal/width.ts";
import { layOut, sayBlocks } from "../../../cli/tui/blocks.ts";
import { plainPaint } from "../../../cli/tui/theme.ts";

const TABLE = {
  kind: "table",
  head: ["check", "results", "took"],
  body: [
    ["unit tests of the cart (acme/shop)", "120", "9 s"],
    ["構築 \u202e", "7", "1 min"],
  ],
  atRight: [false, true, false],
} as const;

const shown = (width: number) => layOut([TABLE], width, plainPaint).map((row) => row.trimEnd());

describe("a table", () => {
  test("stands in columns, numbers at the right, where there is room", () => {
    expect(shown(60)).toEqual([
      " check                               results  took",
      " unit tests of the cart (acme/shop)      120  9 s",
      " 構築                                      7  1 min",
    ]);
  });

  test("wraps the widest column at words where there is less", () => {
    expect(shown(36)).toEqual([
      " check               results  took",
      " unit tests of the       120  9 s",
      " cart (acme/shop)",
      " 構築                      7  1 min",
    ]);
  });

  test("tells its rows by the names of its columns where words would have to be broken, as for a reader", () => {
    expect(shown(24)).toEqual([
      " check unit tests of",
      " the cart (acme/shop),",
      " results 120, took 9 s",
      " check 構築 , results",
      " 7, took 1 min",
    ]);
    expect(sayBlocks([TABLE])).toEqual([
      "check unit tests of the cart (acme/shop), results 120, took 9 s",
      "check 構築 , results 7, took 1 min",
    ]);
  });

  test.each([4, 9, 17, 33, 80])("is never wider than %i columns", (width) => {
    for (const row of layOut([TABLE], width, plainPaint)) expect(displayWidth(row)).toBe(width);
  });
});

describe("a line of a file", () => {
  const line = (text: string, width: number) =>
    layOut([{ kind: "line", text }], width, plainPaint).map((row) => row.trimEnd());

  test("keeps its spaces, and goes on below with a sign", () => {
    expect(line("+    a:  b", 20)).toEqual([" +    a:  b"]);
    expect(line("+  0123456789abcdef", 12)).toEqual([" +  0123456", " ↪ 789abcde", " ↪ f"]);
    expect(line("", 12)).toEqual([""]);
  });

  test("cannot act on the terminal, and breaks no wide character", () => {
    expect(line("+ \u001b[2Jx\u202e", 12)).toEqual([" + x"]);
    for (const row of layOut([{ kind: "line", text: "漢字".repeat(9) }], 9, plainPaint))
      expect(displayWidth(row)).toBe(9);
  });
});
