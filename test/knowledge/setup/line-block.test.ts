import fc from "fast-check";
import { expect, test } from "vitest";
import { addBlock, removeBlock } from "../../../knowledge/setup/edit/line-block.ts";
import { isSigned, isUnchanged, signFile } from "../../../knowledge/setup/edit/own-file.ts";

const LINES = ["# why", "/.assay/local/"];

test("any file comes back to the same bytes, and a second block is never added", () => {
  const line = fc.constantFrom("node_modules", "", "# assay", "!x", "  ", "* text=auto");
  const file = fc
    .tuple(fc.array(line, { maxLength: 5 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
    .map(([lines, eol, isEnded]) => lines.join(eol) + (isEnded ? eol : ""));
  fc.assert(
    fc.property(file, (text) => {
      const added = addBlock(text, LINES);
      expect(added.startsWith(text)).toBe(true);
      expect(added.split(/\r?\n/)).toEqual(expect.arrayContaining(LINES));
      expect(addBlock(added, LINES)).toBe(added);
      expect(removeBlock(added)).toBe(text);
    }),
    { numRuns: 300 },
  );
});

test("a file made for it goes, unless somebody wrote into it", () => {
  const made = addBlock(null, LINES);
  expect(removeBlock(made)).toBeNull();
  expect(removeBlock(`${made}dist/\n`)).toBe("dist/\n");
  expect(removeBlock(addBlock("", LINES))).toBe("");
});

test("lines that a person put around and into it: those around stay", () => {
  const added = addBlock("a", LINES);
  expect(removeBlock(`${added}\nb\n`)).toBe("a\nb\n");
  expect(removeBlock(added.replace("# why", "# because"))).toBe("a");
  expect(removeBlock("a\n# assay init: begin\nb\n")).toBe("a\n# assay init: begin\nb\n");
});

test("a file of ours tells whether anyone changed it, whatever its line ends became", () => {
  const signed = signFile("version: 1\n", "#");
  expect([isSigned(signed), isUnchanged(signed), isUnchanged(signed.replaceAll("\n", "\r\n"))]).toEqual([
    true,
    true,
    true,
  ]);
  expect([isSigned(`${signed}a: 1\n`), isUnchanged(`${signed}a: 1\n`)]).toEqual([true, false]);
  expect([isSigned("version: 1\n"), isUnchanged("version: 1\n")]).toEqual([false, false]);
});
