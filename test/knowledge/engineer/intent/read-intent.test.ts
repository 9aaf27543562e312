import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { namedDocs } from "../../../../knowledge/engineer/intent/named-docs.ts";
import { quoteInIntent } from "../../../../knowledge/engineer/intent/quote-in-intent.ts";
import { readIntent } from "../../../../knowledge/engineer/intent/read-intent.ts";
import { closedIssues } from "../../../../knowledge/text/closed-issues.ts";

const read = (body: string) => readIntent({ issues: [{ number: 3, body }], docs: [], note: null });
const texts = (body: string) => read(body).sentences.map(({ text }) => text);

describe("issues that a change closes", () => {
  test.each([
    ["Closes #3", [3]],
    ["fixes: #3, resolves shop/shop#4 and closed SHOP/shop#5", [3, 4, 5]],
    ["Fixes https://github.com/shop/shop/issues/6", [6]],
    ["fixes other/shop#7, see #8, prefixes #9, fixes #1a", []],
    ["`fixes #3` <!-- fixes #4 -->\n> fixes #5\n```\nfixes #6\n```\nfixes #7", [7]],
    ["fixes #3 fixes #3", [3]],
    ["fixes #0", []],
  ])("in %j", (body, expected) => {
    expect(closedIssues(body, "shop/shop")).toEqual(expected);
  });

  test("a name is no pattern, and any text is read", () => {
    expect(closedIssues("fixes aXb/c#1", "a.b/c")).toEqual([]);
    fc.assert(fc.property(fc.string(), fc.string(), (body, name) => Array.isArray(closedIssues(body, name))));
  });
});

test("documents that a text names are plain paths below docs", () => {
  expect(
    namedDocs("see docs/design/cart.md, [x](docs/a.md), docs/../x.md, src/docs/b.md, docs/a.md docs/x.js"),
  ).toEqual(["docs/design/cart.md", "docs/a.md"]);
});

describe("the intent of an issue", () => {
  test.each([
    ["## Acceptance criteria\n- [ ] One is so.\n- [x] Two is so.\n## Other\nNo."],
    ["Acceptance Criteria\n---\n* One is so.\n* Two is so.\n\nOther\n---\nNo."],
    ["**Acceptance criteria:**\n1. One is so.\n2. Two is so.\n**Other**\nNo."],
    ["Acceptance criteria:\nOne is so.\nTwo is so.\n# Other\nNo."],
    ["### ✅ 1. Acceptance criteria ###\nOne is so. Two is so.\n# Other\nNo."],
    ["# Design notes\n## Any\n> One is so. Two\n> is so.\n# Other\nNo."],
  ])("is read from its section, in %j", (body) => {
    expect(texts(body).filter((text) => text !== "Any")).toEqual(["One is so.", "Two is so."]);
  });

  test("leaves out what is elsewhere, in hidden comments, and headings in code", () => {
    expect(texts("Story: it is 5.\n```\n# Acceptance criteria\n```\nIt is 6.")).toEqual([]);
    expect(texts("# Acceptance criteria\nIt is 5. <!-- It is 6. -->\n")).toEqual(["It is 5."]);
  });

  test("splits sentences, but not at short forms and numbers", () => {
    expect(texts("# Acceptance criteria\nIt costs 5.00, e.g. For two. Is it so? Yes! “Buy.” It is.")).toEqual(
      ["It costs 5.00, e.g. For two.", "Is it so?", "Yes!", "“Buy.”", "It is."],
    );
  });

  test("names its sources and what is missing", () => {
    const intent = readIntent({
      issues: [
        { number: 3, body: "# Design notes\nThe price is 5." },
        { number: 4, body: "nothing" },
      ],
      docs: [
        { path: "docs/a.md", text: "The fee is 6." },
        { path: "docs/b.md", text: null },
      ],
      note: "The tax is 7.",
    });
    expect(intent.sentences).toEqual([
      { id: "I1", source: "issue #3, Design notes", text: "The price is 5." },
      { id: "I2", source: "docs/a.md", text: "The fee is 6." },
      { id: "I3", source: "note of a person", text: "The tax is 7." },
    ]);
    expect(intent.missing).toHaveLength(2);
  });
});

describe("a quote of the intent", () => {
  // A short form such as "no." ends no sentence.
  const words = fc.stringMatching(/^[A-Z][a-z]{1,8}( [a-z0-9]{1,8}){2,5} [a-z]{9}\.$/);
  const space = fc.constantFrom(" ", "  ", "\n", "\t ");

  test("is found again for every sentence, whatever its white space", () => {
    fc.assert(
      fc.property(
        fc.array(words, { minLength: 1, maxLength: 6 }),
        space,
        fc.boolean(),
        (sentences, blank, asList) => {
          const body = `# Acceptance criteria\n\n${asList ? sentences.map((one) => `- [ ] ${one}`).join("\n") : sentences.join(" ")}\n`;
          const intent = read(body);
          for (const { text } of intent.sentences) {
            const found = quoteInIntent(intent, text.replaceAll(" ", blank));
            expect(found?.map((one) => one.text)).toEqual([text]);
          }
          expect(quoteInIntent(intent, sentences.join(" "))).toHaveLength(sentences.length);
        },
      ),
    );
  });

  test("is found again for every sentence of three words and more of any text whatever", () => {
    const line = fc.oneof(fc.lorem({ maxCount: 8 }), fc.string({ unit: "grapheme", maxLength: 40 }));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const intent = readIntent({ issues: [], docs: [], note: lines.join("\n") });
        for (const { text } of intent.sentences)
          if ((text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= 3)
            expect(quoteInIntent(intent, text)).not.toBeNull();
      }),
    );
  });

  test("is not made of sentences of two sources", () => {
    const docs = [
      { path: "docs/a.md", text: "The total is so." },
      { path: "docs/b.md", text: "It is not rounded." },
    ];
    const two = readIntent({ issues: [], docs, note: null });
    expect(quoteInIntent(two, "The total is so. It is not rounded.")).toBeNull();
  });

  const intent = read(
    "# Acceptance criteria\nThe total is no longer 12.99. It now is 14.99 with shipping.\n- A B",
  );
  test.each([
    ["a part of a sentence", "is no longer 12.99"],
    ["a sentence of which words are left out", "The total is 12.99."],
    ["two words", "A B"],
    ["another case of letters", "the total is no longer 12.99."],
    ["a sentence that is not there", "The total is 14.99."],
    ["nothing", ""],
  ])("%s is none", (_, quote) => {
    expect(quoteInIntent(intent, quote)).toBeNull();
  });
});
