import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { LogExcerpt } from "../../../knowledge/ci/failed-check.ts";
import { EXCERPT_AROUND, logExcerpt } from "../../../knowledge/ci/log-excerpt.ts";
import { FRAMEWORKS } from "../../../knowledge/log/frameworks/index.ts";
import { LINE_LIMIT } from "../../../knowledge/log/log-digest.ts";
import { type SecretMask, secretMask } from "../../../knowledge/record/secret-mask.ts";
import { digestOf, github } from "../log/digest-of.ts";

const plain: SecretMask = (value) => value;
const KIB = 64 * 1024;

function excerptOf(log: string, mask = plain): LogExcerpt {
  return logExcerpt(digestOf(log, { around: EXCERPT_AROUND, frameworks: FRAMEWORKS }), mask, false);
}

const noise = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => `fetched part ${from + at} of the data`);
const numbers = ({ errors, tail }: LogExcerpt) =>
  [...errors, ...(tail === null ? [] : [tail])].flatMap((part) => part.lines.map(({ line }) => line));
const bytesOf = ({ errors, tail }: LogExcerpt) =>
  [...errors, ...(tail === null ? [] : [tail])]
    .flatMap((part) => part.lines)
    .reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0);

describe("an excerpt of a log", () => {
  const lines = [
    "##[group]Run npm test",
    "##[endgroup]",
    ...noise(0, 100),
    "AssertionError: expected 999 to equal 1299",
    "    at total.test.js:3:1",
    ...noise(200, 100),
    "##[error]Process completed with exit code 1.",
  ];
  const excerpt = excerptOf(github(...lines));

  test("has up to twenty lines on either side of the first error, each as it stands, without its stamp", () => {
    const [first] = excerpt.errors;
    expect(first?.lines.find(({ isError }) => isError)).toEqual({
      line: 103,
      text: "AssertionError: expected 999 to equal 1299",
      isError: true,
    });
    expect([first?.line, first?.endLine]).toEqual([83, 124]);
    for (const { line, text } of first?.lines ?? []) expect(text).toBe(lines[line - 1]);
  });

  test("ends in the last forty lines", () => {
    expect(numbers(excerpt).at(-1)).toBe(lines.length);
    expect(numbers(excerpt)).toContain(lines.length - 39);
    expect(excerpt).toMatchObject({ lines: lines.length, cut: false });
  });
});

test("what stands around an error is kept also where it is blank, tells of other errors or begins another step", () => {
  const log = github(
    "##[group]Run make",
    "##[endgroup]",
    ...noise(0, 30),
    "one warning: error in the cache, ignored",
    ...noise(50, 5),
    "src/a.ts(1,2): error TS2322: Type 'string' is not assignable to type 'number'.",
    "",
    ...noise(60, 5),
    "error: second thing",
    ...noise(70, 30),
    "##[error]Process completed with exit code 2.",
    "Post job cleanup.",
  );
  const excerpt = excerptOf(log);
  const all = new Set(numbers(excerpt));
  for (let line = 39 - 20; line <= 39 + 20; line++) if (line !== 40) expect(all).toContain(line);
});

test("the last words of a step that names no error have what stands before them", () => {
  const log = github(
    "##[group]Run ./check-format",
    "##[endgroup]",
    ...noise(0, 50),
    "",
    "please run the formatter",
    "##[error]Process completed with exit code 1.",
  );
  const [first] = excerptOf(log).errors;
  expect(first?.lines.map(({ line }) => line)).toContain(35);
  expect(first?.lines.find(({ isError }) => isError)?.text).toMatch(/formatter|exit code 1/);
});

test("a log of enormous lines stays within 64 KiB, with the headline of each error and the last line", () => {
  const wide = (word: string) => `${word} ${"é".repeat(1_900)}`;
  const log = github(
    "##[group]Run it",
    "##[endgroup]",
    ...Array.from({ length: 6 }, (_, at) => [
      ...Array.from({ length: 60 }, () => wide("fetched")),
      wide(`TypeError: thing ${at} is not a function`),
    ]).flat(),
    ...Array.from({ length: 60 }, () => wide("fetched")),
    "##[error]Process completed with exit code 1.",
  );
  const excerpt = excerptOf(log);
  expect(bytesOf(excerpt)).toBeLessThanOrEqual(KIB);
  expect(excerpt.cut).toBe(true);
  expect(excerpt.errors.length).toBeGreaterThan(0);
  for (const part of excerpt.errors) expect(part.lines.some(({ isError }) => isError)).toBe(true);
  expect(numbers(excerpt)).toContain(excerpt.lines);
});

test("a secret is masked, and the half of one that a line was cut in is gone", () => {
  const secret = "s3cr3t-t0ken-of-the-team";
  const cut = `${"x".repeat(40)} `.repeat(60).slice(0, LINE_LIMIT - 10) + secret;
  const excerpt = excerptOf(
    github("##[group]Run it", "##[endgroup]", `Error: login with ${secret}`, cut),
    secretMask([secret]),
  );
  const text = JSON.stringify(excerpt);
  expect(text).toContain("Error: login with ***");
  expect(text).not.toContain("s3cr3t");
});

test("an excerpt says that the log ended early", () => {
  const digest = digestOf(github("Error: x"), { around: EXCERPT_AROUND });
  expect(logExcerpt(digest, plain, true).cut).toBe(true);
});

const anyLine = fc.oneof(
  fc.constantFrom(
    "Error: broken",
    "Traceback (most recent call last):",
    '  File "a.py", line 3',
    "ValueError: x",
    "##[error]Process completed with exit code 1.",
    "##[group]Run a",
    "##[endgroup]",
    "error: word",
    "",
    "FAIL src/a.test.ts",
    "  at f (a.js:1:1)",
    "--- FAIL: TestA (0.00s)",
  ),
  fc.string(),
  fc.string({ maxLength: 3_000, minLength: 1_500 }),
);

test("of no log is a line told twice or out of order in its part, and none has more than 64 KiB", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 150 }), (lines) => {
      const log = lines.join("\n");
      const excerpt = excerptOf(log);
      const told = numbers(excerpt);
      expect(new Set(told).size).toBe(told.length);
      expect(bytesOf(excerpt)).toBeLessThanOrEqual(KIB);
      expect(excerpt.errors.length).toBeLessThanOrEqual(5);
      for (const part of [...excerpt.errors, ...(excerpt.tail === null ? [] : [excerpt.tail])]) {
        const order = part.lines.map(({ line }) => line);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        expect([part.line, part.endLine]).toEqual([order[0], order.at(-1)]);
      }
      for (const line of told) expect(line).toBeLessThanOrEqual(excerpt.lines);
    }),
    { numRuns: 150 },
  );
});

test("surroundings that are asked for change nothing else of what a log tells", () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 80 }), (lines) => {
      const log = lines.join("\n");
      const without = ({ errors, ...rest }: ReturnType<typeof digestOf>) => ({
        ...rest,
        errors: errors.map(({ before: _, after: __, ...block }) => block),
      });
      expect(without(digestOf(log, { around: 20 }))).toEqual(without(digestOf(log)));
    }),
    { numRuns: 150 },
  );
});
