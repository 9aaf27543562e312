import { expect, test } from "vitest";
import { joinTold, lineOfRow, rowsOf, toldOn, trimTold } from "../../../../knowledge/evidence/shared/told.ts";

const linesOf = ({ text, at }: { text: string; at: Parameters<typeof lineOfRow>[0] }) =>
  rowsOf(text).map((_row, index) => lineOfRow(at, index));

test("blank rows that are cut off move the places", () => {
  const told = trimTold({ text: " \n\r\n  a\nb\n", at: [{ row: 0, line: 4, step: 1 }] });
  expect(told.text).toBe("a\nb");
  expect(linesOf(told)).toEqual([6, 7]);
});

test("blank rows are cut off across places", () => {
  const at = [
    { row: 0, line: 4, step: 1 },
    { row: 1, line: 9, step: 0 },
  ] as const;
  expect(linesOf(trimTold({ text: "\n\na\nb", at }))).toEqual([9, 9]);
});

test("joined texts keep their lines, and words of the reader's own have none", () => {
  const told = joinTold(
    [{ text: "a\nb", at: [{ row: 0, line: 4, step: 1 }] }, undefined, toldOn(8, "c\nd"), toldOn(null, "own")],
    "\n\n",
  )!;
  expect(told.text).toBe("a\nb\n\nc\nd\n\nown");
  expect(linesOf(told).filter((_line, row) => rowsOf(told.text)[row] !== "")).toEqual([4, 5, 8, 8, null]);
});

test("nothing joined is nothing", () => {
  expect(joinTold([undefined, toldOn(3, "")], "\n")).toBeUndefined();
});
