import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sanitise, sanitiseLines } from "../../../cli/terminal/sanitise.ts";

const ESC = "\u001b";

describe("sanitise", () => {
  test.each([
    ["colour", `a${ESC}[1;31mred${ESC}[0mb`, "aredb"],
    ["8-bit CSI", "a\u009b31mred", "ared"],
    ["conceal", `${ESC}[8mhidden${ESC}[28m`, "hidden"],
    ["cursor and screen", `${ESC}[2J${ESC}[H${ESC}[3Jx`, "x"],
    ["private modes", `${ESC}[?1049hx${ESC}[?25l`, "x"],
    ["title (OSC 0, BEL)", `a${ESC}]0;pwned\u0007b`, "ab"],
    ["link (OSC 8, ST)", `${ESC}]8;;https://evil.example${ESC}\\text${ESC}]8;;${ESC}\\`, "text"],
    ["clipboard (OSC 52)", `a${ESC}]52;c;ZXZpbA==\u0007b`, "ab"],
    ["8-bit OSC and ST", "a\u009d52;c;ZXZpbA==\u009cb", "ab"],
    ["device string (DCS)", `a${ESC}Pq#0;2;0;0;0${ESC}\\b`, "ab"],
    ["application command (APC)", `a${ESC}_Gf=100;x${ESC}\\b`, "ab"],
    ["character set", `${ESC}(0lqk${ESC}(B`, "lqk"],
    ["reset", `${ESC}cx`, "x"],
    ["a broken sequence keeps its visible rest", `a${ESC}[31`, "a31"],
    ["an OSC without end keeps its visible rest", `a${ESC}]0;title`, "a0;title"],
    ["backspace", "passwd\b\b\bok", "passwdok"],
    ["bidi override", "if (a\u202e)b( \u2066x\u2069", "if (a)b( x"],
    ["bidi marks", "a\u200e\u200f\u061cb", "ab"],
    ["zero width", "a\u200b\u200c\u200d\u2060\ufeffb", "ab"],
    ["tags", "a\u{e0041}\u{e007f}b", "ab"],
    ["tab", "a\tb", "a    b"],
    ["line breaks", "a\r\nb\nc\u2028d\u0085e", "a b c d e"],
    ["a lone surrogate", "a\ud800b", "a\ufffdb"],
    ["printable Unicode", "✓ café 漢字 🚀 עברית", "✓ café 漢字 🚀 עברית"],
  ])("%s", (_, text, safe) => {
    expect(sanitise(text)).toBe(safe);
  });

  const hostile = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        ESC,
        "\u009b",
        "[",
        "]",
        "8;",
        "52;c;",
        "\u0007",
        `${ESC}\\`,
        "31m",
        "P",
        "\u202e",
        "\u200b",
        "\r",
        "\n",
        "\t",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    maxLength: 60,
  });

  test("no control, bidi or zero-width character is left of any text, and a second pass changes nothing", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const safe = sanitise(text);
        expect(safe).not.toMatch(/[\p{Cc}\p{Cs}\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u);
        expect(sanitise(safe)).toBe(safe);
      }),
      { seed: 17, numRuns: 3_000 },
    );
  });

  test("a megabyte of unfinished sequences takes linear time", () => {
    const started = performance.now();
    for (const unit of [`${ESC}]`, `${ESC}[`, "\u009d", `${ESC}P0`, "\u009b1;"])
      sanitise(unit.repeat(500_000));
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test("lines stay apart", () => {
    expect(sanitiseLines(`a${ESC}[1m\r\nb\tc`)).toEqual(["a", "b    c"]);
  });
});
