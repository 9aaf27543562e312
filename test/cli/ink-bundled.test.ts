import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { inkBundled } from "../../cli/ink-bundled.ts";
import { PLAIN } from "../../cli/terminal/width.ts";

type Measure = (text: string, options?: { readonly ambiguousIsNarrow: boolean }) => number;

/** What Ink measures text with, bundled as the build does it. */
async function bundled(plugins: Plugin[]): Promise<{ measure: Measure; text: string }> {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export { default } from "string-width";',
      resolveDir: join(import.meta.dirname, "../../node_modules/ink"),
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    plugins,
  });
  const text = outputFiles[0]!.text;
  const url = `data:text/javascript;base64,${Buffer.from(text).toString("base64")}`;
  return { measure: (await import(/* @vite-ignore */ url)).default, text };
}

let own: Measure;
let ours: Measure;
let text: string;
beforeAll(async () => {
  ({ measure: own } = await bundled([]));
  ({ measure: ours, text } = await bundled([inkBundled]));
});

describe("Ink in the bundle", () => {
  test("every character that is not counted takes what Ink would have counted", () => {
    const plain = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter((char) =>
      PLAIN.test(char),
    );
    expect(plain.length).toBeGreaterThan(1_000);
    expect(plain.filter((char) => own(char) !== 1)).toEqual([]);
    expect(ours(plain.join(""))).toBe(own(plain.join("")));
  });

  test("any text is measured as Ink measures it", () => {
    const unit = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 3 }),
      fc.constantFrom(
        "·",
        "─",
        "→",
        "漢",
        "🚀",
        "👍🏽",
        "🇩🇪",
        "e\u0301",
        "한",
        "ｶﾞ",
        "1\u20e3",
        "\u001b[1m",
        "\u00ad",
      ),
    );
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 20 }), fc.boolean(), (line, ambiguousIsNarrow) => {
        expect(ours(line, { ambiguousIsNarrow })).toBe(own(line, { ambiguousIsNarrow }));
      }),
      { numRuns: 1_000 },
    );
  });

  test("nothing that is costly to make is made while it loads", () => {
    const made = text.split("\n").filter((line) => /Intl\.Segmenter|\\\\?p\{/.test(line));
    expect(made.length).toBeGreaterThan(3);
    expect(made.filter((line) => !line.includes("??=") && !line.trim().startsWith("//"))).toEqual([]);
  });
});
