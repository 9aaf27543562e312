import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FRAMEWORKS } from "../../../../knowledge/log/frameworks/index.ts";
import { readFrameworks } from "./read-frameworks.ts";

const samples = join(import.meta.dirname, "..", "..", "..", "fixtures", "logs", "frameworks");
const folders = readdirSync(samples).sort();
const sample = (framework: string) => readFileSync(join(samples, framework, "sample.log"), "utf8");

describe("test frameworks in logs", () => {
  test("every framework has a sample and every sample a framework", () => {
    expect(FRAMEWORKS.map(({ framework }) => framework as string).sort()).toEqual(folders);
  });

  test.each(folders)("reads the sample of %s, and no other framework speaks in it", (framework) => {
    const expected = JSON.parse(readFileSync(join(samples, framework, "expected.json"), "utf8"));
    expect(readFrameworks(sample(framework))).toEqual(expected);
  });

  test.each(folders)("names each failed test of %s once, on a line that tells of it", (framework) => {
    const tests = readFrameworks(sample(framework))!;
    expect(tests.failedTests).toHaveLength(tests.failed + tests.errored);
    expect(tests.passed + tests.failed + tests.errored + tests.skipped).toBe(tests.total);
    expect(new Set(tests.failedTests.map(({ name }) => name)).size).toBe(tests.failedTests.length);
  });

  test.each(FRAMEWORKS.map((framework) => [framework.framework, framework] as const))(
    "the cues of %s are lower-case literals",
    (_, framework) => {
      for (const cue of framework.cues) expect(cue).toMatch(/^[^A-Z]{2,}$/);
      const known = FRAMEWORKS.map((one) => one.framework as string);
      for (const embedded of "embeds" in framework ? framework.embeds : []) expect(known).toContain(embedded);
    },
  );

  test("the order of the registry decides nothing", () => {
    const log = folders.map(sample).join("\n");
    expect(readFrameworks(log, [...FRAMEWORKS].reverse())).toEqual(readFrameworks(log));
  });
});

describe("any text", () => {
  const fragments = folders.flatMap((folder) => sample(folder).split("\n"));
  const line = fc.oneof(
    fc.constantFrom(...fragments),
    fc.string({ maxLength: 80 }),
    fc.tuple(fc.constantFrom(...fragments), fc.string({ maxLength: 20 })).map(([a, b]) => a + b),
    fc.tuple(fc.constantFrom(...fragments), fc.nat(80)).map(([text, end]) => text.slice(0, end)),
  );

  test("no reader throws, asks for a negative number of lines or gives negative counts", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        for (const framework of FRAMEWORKS) {
          const reader = framework.open();
          for (const [index, text] of lines.entries()) {
            expect(reader.line(text, index + 1) ?? 0).toBeGreaterThanOrEqual(0);
          }
          const { failedTests = [], ...counts } = reader.end() ?? {};
          for (const count of Object.values(counts)) expect(count).toBeGreaterThanOrEqual(0);
          for (const { name, line: at } of failedTests) {
            expect(name).not.toBe("");
            expect(at).toBeGreaterThan(0);
            expect(at).toBeLessThanOrEqual(lines.length);
          }
        }
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  test("the longest line costs no reader more than a moment", () => {
    const atoms = [
      " ",
      "_",
      "=",
      "a.",
      "a b ",
      "(",
      "[",
      "x::",
      " > ",
      "1 passed, ",
      "test x ... ",
      "- ",
      "Tests run: 1, ",
    ];
    const heads = [
      "",
      "FAILED ",
      "FAIL: ",
      "test ",
      "1) ",
      "rspec ",
      "Executed ",
      "[ERROR]   ",
      "=".repeat(9),
      "A 1.0 (x) ",
    ];
    for (const framework of FRAMEWORKS) {
      const started = performance.now();
      for (const head of heads) {
        for (const atom of atoms) {
          const reader = framework.open();
          reader.line((head + atom.repeat(2_000)).slice(0, 2_000), 1);
          reader.line(`${(head + atom.repeat(2_000)).slice(0, 1_990)} FAILED`, 2);
        }
      }
      expect(performance.now() - started, framework.framework).toBeLessThan(3_000);
    }
  });
});
