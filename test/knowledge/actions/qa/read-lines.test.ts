import { describe, expect, test } from "vitest";
import { readLines } from "../../../../knowledge/actions/qa/read-lines.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function linesOf(text: string, size: number, most?: number) {
  const lines = [];
  for await (const { number, text: line } of readLines(inPieces(text, size), "calls", most))
    lines.push([number, line]);
  return lines;
}

describe("lines of a text that arrives in pieces", () => {
  const TEXT = '\ufeff{"a":"ü€😀"}\r\n\n \t\r\n{"b":2}\n\nlast';

  test("are the same for any pieces, numbered with those that hold nothing", async () => {
    for (let size = 1; size <= Buffer.byteLength(TEXT); size += 1)
      expect(await linesOf(TEXT, size)).toEqual([
        [1, '{"a":"ü€😀"}'],
        [4, '{"b":2}'],
        [6, "last"],
      ]);
    expect(await linesOf("", 1)).toEqual([]);
    expect(await linesOf("\n", 1)).toEqual([]);
  });

  test("are given before the next piece is asked for", async () => {
    let asked = 0;
    async function* pieces() {
      for (const piece of ["one\ntw", "o\n"]) {
        asked += 1;
        yield Buffer.from(piece);
      }
    }
    const lines = readLines(pieces(), "calls");
    expect(await lines.next()).toMatchObject({ value: { number: 1, text: "one" } });
    expect(asked).toBe(1);
    expect(await lines.next()).toMatchObject({ value: { number: 2, text: "two" } });
  });

  test("have a bound, and the one beyond it is named", async () => {
    expect(await linesOf("12345\n12345", 3, 5)).toHaveLength(2);
    for (const size of [1, 4, 100])
      await expect(linesOf("12345\n123456\n", size, 5)).rejects.toMatchObject({
        code: "source_unreadable",
        message: expect.stringContaining("line 2 is longer than 5 characters"),
      });
  });
});
