import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { quoteCommand } from "../../../cli/format/quote-command.ts";
import { sanitise } from "../../../cli/terminal/sanitise.ts";
import { displayWidth } from "../../../cli/terminal/width.ts";

describe("a command that is shown to be confirmed", () => {
  test.each([
    ["one line", "npm test", ["│ npm test"]],
    ["every line of its own", "npm test\n# \necho ALSO", ["│ npm test", "│ # ", "│ echo ALSO"]],
    ["an empty line", "a\n\nb", ["│ a", "│ ", "│ b"]],
    ["a long line goes on", "abcdefghij klm", ["│ abcdefghij", "┆  klm"]],
    ["a carriage return", "evil\rnpm test", ["│ evil\\u{d}n", "┆ pm test"]],
    ["an erased line", "evil\u001b[2K", ["│ evil\\u{1b}", "┆ [2K"]],
    ["a turned text", "a\u202eb", ["│ a\\u{202e}b"]],
    ["a space that is none", "a\u00a0b\u3164c", ["│ a\\u{a0}b\\u", "┆ {3164}c"]],
    ["a line separator", "a\u2028b", ["│ a\\u{2028}b"]],
  ])("shows %s", (_, command, rows) => {
    expect(quoteCommand(command, 12)).toEqual(rows);
  });

  test("is shown whole, in rows that fit and hide nothing", () => {
    const unit = fc.oneof(
      fc.constantFrom("\n", "\r", "\t", "\u001b", "[2K", "\u202e", "\u200d", "\u2028", "漢", "🎉", " "),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 80 }),
        fc.integer({ min: 12, max: 90 }),
        (command, columns) => {
          const rows = quoteCommand(command, columns);
          for (const row of rows) {
            expect(displayWidth(row)).toBeLessThanOrEqual(columns);
            expect(sanitise(row)).toBe(row);
            expect(row).toMatch(/^[│┆] /u);
          }
          const lines = rows.map((row) => `${row[0] === "│" ? "\n" : ""}${row.slice(2)}`).join("");
          const read = lines
            .slice(1)
            .replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) =>
              String.fromCodePoint(Number.parseInt(code, 16)),
            );
          const meant = command.replace(/\\u\{([0-9a-f]+)\}/g, (_, code: string) =>
            String.fromCodePoint(Number.parseInt(code, 16)),
          );
          expect(read).toBe(meant);
        },
      ),
    );
  });
});
