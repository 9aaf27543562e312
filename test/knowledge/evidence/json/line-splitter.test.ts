import fc from "fast-check";
import { expect, test } from "vitest";
import { lineSplitter, REPORT_LINE_LIMIT } from "../../../../knowledge/evidence/json/line-splitter.ts";

function split(pieces: readonly string[]): string[] {
  const lines: string[] = [];
  const splitter = lineSplitter((line, at) => {
    expect(at).toBe(lines.length + 1);
    lines.push(line);
  });
  for (const piece of pieces) splitter.write(piece);
  splitter.end();
  return lines;
}

test("LF, CRLF and a lone CR end a line, wherever the text is cut", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc
          .array(fc.constantFrom("a", "b", "\n", "\r", "\r\n"), {
            maxLength: 6,
          })
          .map((parts) => parts.join("")),
      ),
      (pieces) => {
        const expected = pieces.join("").split(/\r\n|\n|\r/);
        if (expected.at(-1) === "") expected.pop();
        expect(split(pieces)).toEqual(expected);
      },
    ),
    { numRuns: 500 },
  );
});

test("a line is kept up to its limit", () => {
  const [line, next] = split(["x".repeat(REPORT_LINE_LIMIT), "yyy", "\nz"]);
  expect(line?.length).toBe(REPORT_LINE_LIMIT);
  expect(next).toBe("z");
});
