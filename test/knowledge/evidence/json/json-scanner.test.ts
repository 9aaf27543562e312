import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonNode } from "../../../../knowledge/evidence/json/json-node.ts";
import { jsonScanner, STRING_LIMIT } from "../../../../knowledge/evidence/json/json-scanner.ts";

interface Scanned {
  readonly values: {
    path: string;
    value: unknown;
    line: number;
    endLine: number;
    whole: boolean;
  }[];
  readonly documents: boolean[];
  readonly damage: string[];
  readonly noise: number[];
}

function plain(node: JsonNode): unknown {
  if (node.value instanceof Map)
    return Object.fromEntries([...node.value].map(([key, item]) => [key, plain(item)]));
  return Array.isArray(node.value) ? (node.value as JsonNode[]).map(plain) : node.value;
}

function scan(pieces: readonly string[], builds: (path: string) => boolean = (path) => path === ""): Scanned {
  const scanned: Scanned = { values: [], documents: [], damage: [], noise: [] };
  const scanner = jsonScanner({
    builds,
    value: (path, node) =>
      void scanned.values.push({
        path,
        value: plain(node),
        line: node.line,
        endLine: node.endLine,
        whole: node.whole,
      }),
    document: (_line, whole) => void scanned.documents.push(whole),
    noise: (line) => void scanned.noise.push(line),
    damage: (line, message) => void scanned.damage.push(`${line}: ${message}`),
  });
  for (const piece of pieces) scanner.write(piece);
  scanner.end();
  return scanned;
}

function cut(text: string, at: readonly number[]): string[] {
  const marks = [
    0,
    ...at.map((mark) => mark % (text.length + 1)).sort((one, other) => one - other),
    text.length,
  ];
  return marks.slice(1).map((mark, index) => text.slice(marks[index], mark));
}

/** `__proto__` is an ordinary key to the scanner and is none to an object literal of this test. */
const json = fc
  .oneof(
    fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
    fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()),
  )
  .filter((value) => !JSON.stringify(value).includes("__proto__"));

describe("jsonScanner", () => {
  test.each(["\n", "\r", "\r\n"])("a line break at the very beginning counts", (end) => {
    expect(scan([`${end}{"a":1}`]).values[0]).toMatchObject({ line: 2 });
  });

  test("reads what JSON.parse reads, whatever the layout and the pieces", () => {
    fc.assert(
      fc.property(
        json,
        fc.constantFrom(0, 2, "\t"),
        fc.array(fc.nat(), { maxLength: 8 }),
        (value, indent, marks) => {
          const text = JSON.stringify(value, null, indent);
          const scanned = scan(cut(text, marks));
          expect(scanned.values[0]?.value).toEqual(JSON.parse(text));
          expect(scanned).toMatchObject({
            documents: [true],
            damage: [],
            noise: [],
          });
          expect(scanned.values[0]?.endLine).toBe(text.split("\n").length);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("never throws, and the pieces do not matter, on any text", () => {
    const chunk = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      '"',
      "\\",
      ":",
      ",",
      "\n",
      "\r",
      "\\u00",
      "1e",
      "-",
      "true",
      "NaN",
      " ",
      "a",
      "é",
    );
    fc.assert(
      fc.property(
        fc.array(chunk, { maxLength: 60 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        (chunks, marks) => {
          const text = chunks.join("");
          expect(scan(cut(text, marks))).toEqual(scan([text]));
        },
      ),
      { numRuns: 500 },
    );
  });

  test("hands over the elements at a path one by one, with their lines", () => {
    const text = '{\r\n  "kept": 1,\r\n  "list": [\r\n    { "a": [true] },\r    {\n "a": []\n}\n  ]\n}\n';
    const scanned = scan([text], (path) => path === "list.*");
    expect(scanned.values).toEqual([
      { path: "kept", value: 1, line: 2, endLine: 2, whole: true },
      {
        path: "list.*",
        value: { a: [true] },
        line: 4,
        endLine: 4,
        whole: true,
      },
      { path: "list.*", value: { a: [] }, line: 5, endLine: 7, whole: true },
    ]);
  });

  test("a document that breaks off gives what was whole, and the open rest marked as such", () => {
    const text = '{"list":[{"a":1},{"a":{"b":2},"c":"no en';
    const scanned = scan([text], (path) => path === "list.*");
    expect(scanned.values.map(({ value, whole }) => [value, whole])).toEqual([
      [{ a: 1 }, true],
      [{ a: { b: 2 } }, false],
    ]);
    expect(scanned.documents).toEqual([false]);
    expect(scanned.damage).toEqual(["1: the file ends in the middle of the document"]);
  });

  test.each([
    ['{"a":[1,2,],}', { a: [1, 2] }, 2],
    ['{"a":NaN,"b":-Infinity}', { a: null, b: null }, 2],
    ['{"a":"one\ntwo\ttabbed"}', { a: "one\ntwo\ttabbed" }, 0],
    ['{"a":"\\ud83d\\ude00\\x"}', { a: "😀x" }, 0],
  ])("reads over %s", (text, value, damages) => {
    const scanned = scan([text]);
    expect(scanned.values[0]?.value).toEqual(value);
    expect(scanned.damage).toHaveLength(damages);
  });

  test("text before, between and after documents is noise, not JSON", () => {
    const text =
      '> shop test\n> runner\n\n[INFO] starting\n{\n"a": 1 }\n{ not json }\n  done\n[{"b":2}] \nbye';
    const scanned = scan([text]);
    expect(scanned.values.map(({ value, line }) => [value, line])).toEqual([
      [{ a: 1 }, 5],
      [[{ b: 2 }], 9],
    ]);
    expect(scanned.noise).toEqual([1, 2, 4, 7, 8, 10]);
  });

  test("after damage only the start of a line begins the next document", () => {
    const scanned = scan(['{"a": oops,\n  {"inner": 1}\n{"b": 2}\n']);
    expect(scanned.values.map(({ value, whole }) => [value, whole])).toEqual([
      [{}, false],
      [{ b: 2 }, true],
    ]);
  });

  test("is bounded in depth and in the length of a string", () => {
    expect(scan(['[{"a":'.repeat(400)]).damage[0]).toMatch(/nested deeper than/);
    const long = scan([`{"a":"${"x".repeat(200_000)}"}`]).values;
    expect(long.map(({ value }) => value)).toEqual([{ a: "x".repeat(STRING_LIMIT) }]);
  });
});
