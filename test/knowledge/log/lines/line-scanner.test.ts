import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LINE_BYTES, openLineCutter, seekLineEnd } from "../../../../knowledge/log/lines/line-cutter.ts";
import { openLineScanner } from "../../../../knowledge/log/lines/line-scanner.ts";
import { literalFinder } from "../../../../knowledge/log/lines/literal-finder.ts";

function cut(bytes: Uint8Array, chunk: number): string[] {
  const lines: string[] = [];
  const cutter = openLineCutter({
    seek: seekLineEnd,
    line: (window, _base, from, to) => lines.push(window.toString("latin1", from, to)),
  });
  for (let at = 0; at < bytes.length; at += chunk) cutter.write(bytes.subarray(at, at + chunk));
  expect(cutter.end()).toBe(lines.length);
  return lines;
}

describe("lines", () => {
  it("end at \\n, \\r\\n and a lone \\r, as the annotators of logs count them", () => {
    for (const chunk of [1, 2, 3, 100]) {
      expect(cut(Buffer.from("a\r\nb\rc\n\nd\r\r\ne"), chunk)).toEqual(["a", "b", "c", "", "d", "", "e"]);
      expect(cut(Buffer.from("a\r\n"), chunk)).toEqual(["a"]);
    }
  });

  it("are the same however the bytes were cut into chunks", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r", "\x1b"), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (log, chunk) => {
        const expected = log.split(/\r\n|\n|\r/);
        if (expected.at(-1) === "") expected.pop();
        expect(cut(Buffer.from(log), chunk)).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it("of any length are kept up to a limit, and the one after is whole", () => {
    for (const length of [LINE_BYTES - 1, LINE_BYTES, LINE_BYTES + 1, 70_000, 200_000]) {
      for (const chunk of [997, 65_536, 1_000_000]) {
        const lines = cut(Buffer.from(`${"x".repeat(length)}\r\nnext`), chunk);
        expect(lines.map((line) => line.length)).toEqual([Math.min(length, LINE_BYTES), 4]);
      }
    }
  });

  it("can be asked for after they have passed, alike for any chunking", () => {
    const body = Array.from(
      { length: 5_000 },
      (_, at) => `line ${at} ${"y".repeat((at * 37) % 9_000)}\n`,
    ).join("");
    const log = Buffer.from(`${body}needle\n`);
    const asked = [1_000, 65_536, 3_000_000].map((chunk) => {
      const seen: (string | null)[] = [];
      const scanner = openLineScanner(literalFinder(["needle"]), (line) => {
        if (line.hits.length > 0)
          for (let back = 1; back <= 200; back++)
            seen.push(line.before(back)?.clean().text.slice(0, 12) ?? null);
        return 0;
      });
      for (let at = 0; at < log.length; at += chunk) scanner.write(log.subarray(at, at + chunk));
      scanner.end();
      return seen;
    });
    expect(asked[0]!.slice(0, 3)).toEqual(["line 4999 yy", "line 4998 yy", "line 4997 yy"]);
    expect(asked[0]).toContain(null);
    expect(asked[1]).toEqual(asked[0]);
    expect(asked[2]).toEqual(asked[0]);
  });
});
