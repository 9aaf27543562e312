import { describe, expect, test } from "vitest";
import { outputTail } from "../../../../knowledge/adapters/shell/output-tail.ts";

const LIMIT = 64 * 1024;

function tailOf(text: string, chunk: number): string {
  const tail = outputTail();
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunk) tail.write(bytes.subarray(at, at + chunk));
  return tail.text();
}

describe("the tail of an output", () => {
  test.each([1, 7, 4_096, 1e9])("short output is whole, %i bytes at a time", (chunk) => {
    const text = "erste Zeile\nzweite: größer 合計\n";
    expect(tailOf(text, chunk)).toBe(text);
  });

  test.each([97, 4_096, 1e9])(
    "long output begins with a whole line and is within the limit, %i at a time",
    (chunk) => {
      const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index} 合計`);
      const tail = tailOf(`${lines.join("\n")}\n`, chunk);
      expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(LIMIT);
      expect(Buffer.byteLength(tail)).toBeGreaterThan(LIMIT - 100);
      const kept = tail.trimEnd().split("\n");
      expect(kept).toEqual(lines.slice(-kept.length));
    },
  );

  test("one line without end keeps its last characters whole", () => {
    const tail = tailOf("合".repeat(100_000), 1_000);
    expect(tail).toMatch(/^合+$/);
    expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(LIMIT);
  });
});
