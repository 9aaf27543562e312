import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forgeInline } from "../../../knowledge/text/forge-inline.ts";

/** Texts that are rich in what a forge acts on. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "@ann",
        "#12",
        "fixes #3",
        "Closes: o/n#4",
        "GH-12",
        "https://github.com/o/n/issues/5",
        "www.example.org",
        "mailto:a@b.c",
        "<!-- assay:x -->",
        "<img src=x>",
        "</details>",
        "[x](y)",
        "![x](y)",
        "`",
        "```",
        "**",
        "&#64;ann",
        "#8203;",
        "&#8203;",
        "&lt;",
        "\n",
        "\r\n# x",
        "\u0000\u001b[31m",
        "\u202e",
        "- ",
        "1. ",
        "|",
        "\\",
        "$x$",
        "~~",
      ),
      fc.string({ unit: "binary", maxLength: 6 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

/** What a page shows of one line of Markdown: escapes and entities read, in this order. */
function rendered(markdown: string): string {
  return markdown
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(
      /&(?:#8203|lt|gt|amp);/g,
      (entity) => ({ "&#8203;": "\u200b", "&lt;": "<", "&gt;": ">", "&amp;": "&" })[entity] as string,
    );
}

describe("somebody else's words in a line of Markdown", () => {
  test("nothing mentions, refers, links, closes or is HTML, whatever the text", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const line = forgeInline(text);
        expect(rendered(line)).not.toMatch(/@[\w-]|#\d|gh-\d|:\/\/|www\.|mailto:|xmpp:/i);
        expect(line).not.toMatch(/[<>\n\r]/);
        expect(line.replace(/\\[\s\S]/g, "")).not.toMatch(/[`*_[\]|~$]/);
        expect(line).not.toMatch(/^(?:[-+=]|#+(?: |$)|\d{1,9}[.)])/);
        expect(line.replace(/&(?:#8203|amp|lt|gt);/g, "")).not.toContain("&");
      }),
    );
  });

  test("a reader sees the text as it is", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const seen = text.replace(/\s+/g, " ").trim();
        expect(rendered(forgeInline(text)).replaceAll("\u200b", "")).toBe(seen);
      }),
    );
  });

  test("plain words stay readable", () => {
    expect(forgeInline("expected 12.99, got 14.99 (Cart > total)")).toBe(
      "expected 12.99, got 14.99 (Cart &gt; total)",
    );
    expect(forgeInline("#8203;")).toBe("#&#8203;8203;");
    expect(forgeInline("ask @ann about #12")).toBe("ask @&#8203;ann about #&#8203;12");
  });
});
