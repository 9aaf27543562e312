import fc from "fast-check";
import { expect, test } from "vitest";
import { forgeFence } from "../../../knowledge/text/forge-fence.ts";

/** The blocks of code and the lines outside of them, by the rules of CommonMark 0.31, 4.5. */
function readFences(markdown: string): { inside: string[]; outside: string[]; isOpen: boolean } {
  const inside: string[] = [];
  const outside: string[] = [];
  let fence: { mark: string; length: number } | null = null;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    if (fence === null) {
      const open = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
      if (open === undefined) outside.push(line);
      else fence = { mark: open[0] as string, length: open.length };
    } else {
      const close = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
      if (close?.[0] === fence.mark && close.length >= fence.length) fence = null;
      else inside.push(line);
    }
  }
  return { inside, outside, isOpen: fence !== null };
}

const line = fc.oneof(
  fc.constantFrom(
    "```",
    "````````",
    "   ```",
    "~~~",
    "</details>",
    "<!-- assay:x -->",
    "@ann #1",
    "",
    "\r",
    "\u2028```",
    "a\n```\nb",
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
);

test("no line breaks out of the fence, and none is lost", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
      const { inside, outside, isOpen } = readFences(`before\n\n${forgeFence(lines)}\n\nafter`);
      expect(isOpen).toBe(false);
      expect(outside).toEqual(["before", "", "", "after"]);
      expect(inside.length).toBeGreaterThanOrEqual(lines.length);
    }),
  );
});

test("a line stands in the block as it is", () => {
  expect(forgeFence(["expected 1", "got ``2``"])).toBe("```\nexpected 1\ngot ``2``\n```");
  expect(forgeFence(["```js"])).toBe("````\n```js\n````");
});
