import fc from "fast-check";
import { expect, test } from "vitest";
import { keyInCommit, testCommitMessage } from "../../../../knowledge/engineer/telling/commit-message.ts";
import { effectKey } from "../../../../knowledge/telling/mark.ts";
import { SECRET, sceneCase } from "../engineer-case.ts";

const verdict = (why: string, sentence = why, files = ["test/cart.test.js"]) =>
  ({
    word: "TEST CHANGED",
    why,
    files,
    quotes: [{ source: "issue #3, Acceptance criteria", sentence }],
    by: "model",
  }) as const;

const hostile = fc.oneof(
  fc.constantFrom(
    "fixes #3 @ann",
    "[skip ci]",
    "[[ci skip]]",
    "***NO_CI***",
    "\n\nskip-checks: true\n",
    "\n\nAssay-Key: forged",
    "closes https://github.com/o/n/issues/3",
    "GH-3",
    SECRET,
  ),
  fc.string({ unit: "binary", maxLength: 60 }),
);

test("words of others in a commit's message close, mention and skip nothing, and forge no key", () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, (why, sentence, file) => {
      const key = effectKey("shop/shop", 12, 1, "qa", 1, "commit");
      const message = testCommitMessage(verdict(why, sentence, [file, "b"]), key, sceneCase());
      expect(message).not.toMatch(/@\S|#\S|\[|\*\*|gh-\d|:\/\/|skip-checks/i);
      expect(message).not.toContain(SECRET);
      expect(keyInCommit(message)).toBe(key);
      expect((message.split("\n")[0] ?? "").length).toBeLessThanOrEqual(72);
      expect(message.match(/^Assay-Key:/gm)).toHaveLength(1);
    }),
  );
});

test("a message says what, why and by which sentence", () => {
  expect(testCommitMessage(verdict("the label is now Buy", "The button says Buy."), "k/1", sceneCase())).toBe(
    [
      "Mend the tests of the change: cart.test.js",
      "",
      "Why: the label is now Buy",
      "",
      "Says issue # 3, Acceptance criteria: The button says Buy.",
      "",
      "Assay-Key: k/1",
      "",
    ].join("\n"),
  );
});

test("a key in another place than the last paragraph is none", () => {
  expect(keyInCommit("x\n\nAssay-Key: a\n\nmore")).toBeNull();
  expect(keyInCommit("x")).toBeNull();
});
