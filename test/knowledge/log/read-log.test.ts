import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildOutcome } from "../../../knowledge/log/build-outcome.ts";
import { goesOn, growthOf } from "../../../knowledge/log/errors/block-growth.ts";
import { lineClassifier } from "../../../knowledge/log/errors/classify-line.ts";
import { STRENGTH } from "../../../knowledge/log/errors/error-sign.ts";
import { ERROR_SIGNS } from "../../../knowledge/log/errors/error-signs.ts";
import { isErrorWord, isHearsay, isNoise } from "../../../knowledge/log/errors/noise.ts";
import { isCiTalk, isOutcome, openJobStory } from "../../../knowledge/log/job-story.ts";
import { LINE_LIMIT } from "../../../knowledge/log/log-digest.ts";
import { maskText } from "../../../knowledge/log/masked-text.ts";
import { ownFrame } from "../../../knowledge/log/own-frame.ts";
import type { TestFramework } from "../../../knowledge/log/tests/framework.ts";
import { digestOf, github } from "./digest-of.ts";

const SCRAPS = [
  "2024-01-01T00:00:00.1234567Z ",
  "\uFEFF",
  "\x1b[31m",
  "\x1b[0m",
  "\x1b]8;;x\x07",
  "\x1b",
  "error: ",
  "ERROR",
  "[ERROR] ",
  "Traceback (most recent call last):",
  '  File "a.py", line 1',
  "ValueError: x",
  "##[group]Run x",
  "##[endgroup]",
  "##[error]",
  "Process completed with exit code 1.",
  "Post job cleanup.",
  "##[section]Starting: a",
  "##[section]Finishing: a",
  "Script contents:",
  "✖ a (1ms)",
  "\n  Error: x\n",
  "  'test failed'",
  "BUILD SUCCESSFUL in 1s",
  "section_start:1:a\r\x1b[0K",
  "travis_fold:start:x",
  "--- FAIL: T (0.00s)",
  "    at f (a.js:1:1)",
  "Caused by: ",
  "\tjob\t",
  "0 errors",
  "✕ x",
  "* What went wrong:",
  "make: *** [x] Error 1",
  "npm ERR! ",
  "Finished: FAILURE",
  "a.c:1:2: error: y",
  "\n",
  "\r",
  "\r\n",
  "\n\n",
  " ",
  "\t",
  "\0",
  "é",
  "\u2028",
  "x".repeat(3_000),
];
const logs = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...SCRAPS).map((scrap) => Buffer.from(scrap)) },
      fc.uint8Array({ maxLength: 12 }),
    ),
    { maxLength: 80 },
  )
  .map((parts) => Buffer.concat(parts));

describe("readLog", () => {
  it("never throws, keeps its bounds and does not depend on how the bytes were cut", () => {
    fc.assert(
      fc.property(logs, logs, fc.integer({ min: 1, max: 50 }), (log, passing, chunk) => {
        const options = { vocabulary: ["error", "fail", "x"], passing };
        const whole = digestOf(log, options);
        expect(digestOf(log, { ...options, chunk })).toEqual(whole);
        expect(whole.errors.length).toBeLessThanOrEqual(8);
        expect(whole.tail.length).toBe(Math.min(40, whole.lineCount));
        for (const block of whole.errors) {
          expect(block.line).toBeGreaterThanOrEqual(1);
          expect(block.endLine).toBeGreaterThanOrEqual(block.line);
          expect(block.endLine).toBeLessThanOrEqual(whole.lineCount);
          expect(block.headline.line).toBeGreaterThanOrEqual(block.line);
          expect(block.headline.line).toBeLessThanOrEqual(block.endLine);
          expect(block.lines.length).toBeLessThanOrEqual(60);
          for (const line of block.lines) expect(line.text.length).toBeLessThanOrEqual(LINE_LIMIT);
        }
        const scores = whole.errors.map((block) => block.score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
      }),
      { numRuns: process.env.ASSAY_TESTS === "full" ? 300 : 100 },
    );
  });

  it("counts lines as a reader of universal newlines does", () => {
    fc.assert(
      fc.property(logs, (log) => {
        const lines = log.toString("latin1").split(/\r\n|\n|\r/);
        expect(digestOf(log).lineCount).toBe(lines.at(-1) === "" ? lines.length - 1 : lines.length);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ["50 MB without a line end", () => Buffer.alloc(50e6, "error ")],
    ["a million brackets on a line", () => Buffer.alloc(1e6, "(")],
    ["escapes within escapes", () => Buffer.alloc(2e6, "\x1b[3\x1b[")],
    ["a hundred thousand carriage returns", () => Buffer.alloc(1e5, "\r")],
    [
      "a traceback that never ends",
      () => Buffer.from(`Traceback (most recent call last):\n${'  File "a.py", line 1\n'.repeat(50_000)}`),
    ],
    ["nothing but error lines", () => Buffer.alloc(3e6, "a.c:1:2: error: no\n\nERROR: x\n")],
  ])("is quick on %s", (_, make) => {
    const log = make();
    const before = process.cpuUsage();
    digestOf(log, { vocabulary: ["error"] });
    const { user } = process.cpuUsage(before);
    expect(user / 1e6).toBeLessThan(4);
  });

  it("asks each pattern of a line of 2,000 characters in linear time", () => {
    const units = [
      "a",
      " ",
      "(",
      "[",
      "a.b",
      "a/",
      "-W ",
      "x: ",
      "1:",
      "error ",
      "> ",
      "0",
      "_",
      "at ",
      "\t",
      "a:b.",
      "Error.",
      "* ",
      "'",
      '"',
      "\\",
      "Test #1: ",
    ];
    const classifier = lineClassifier();
    for (const unit of units) {
      for (const tail of ["", "!", " error", "\u0000"]) {
        const line = (unit.repeat(LINE_LIMIT) + tail).slice(-LINE_LIMIT);
        const before = process.cpuUsage();
        for (const sign of ERROR_SIGNS) sign.re.test(line);
        classifier.classify(line, classifier.words);
        openJobStory().line(line, 1);
        goesOn(line, growthOf("x", false), false);
        isNoise(line);
        isHearsay(line);
        isCiTalk(line);
        isOutcome(line);
        buildOutcome(line);
        ownFrame([{ line: 1, text: line }]);
        isErrorWord(line);
        maskText(line);
        expect(process.cpuUsage(before).user / 1e3, JSON.stringify(unit + tail)).toBeLessThan(300);
      }
    }
  });

  it("keeps the first and the last sixteen lines of each word", () => {
    const log = Array.from({ length: 100 }, (_, at) => `boom ${at}\n`).join("");
    const { sightings } = digestOf(`${log}quiet Boom\n`, { vocabulary: ["boom", "quiet"] });
    expect(sightings.map((sighting) => sighting.line)).toEqual(
      [...Array(16).keys()].map((at) => at + 1).concat([...Array(16).keys()].map((at) => at + 86)),
    );
    expect(sightings.at(-1)).toMatchObject({
      words: expect.arrayContaining(["quiet", "boom"]),
      text: "quiet Boom",
      isNew: null,
    });
  });

  it("says of a sighting whether it is new and whether it stands in the failing step", () => {
    const log = github(
      "##[group]Run a",
      "##[endgroup]",
      "disk quota 1",
      "##[group]Run b",
      "##[endgroup]",
      "disk quota 2",
      "disk is full",
      "##[error]Process completed with exit code 1.",
      "Post job cleanup.",
      "disk quota 3",
    );
    const { sightings } = digestOf(log, { vocabulary: ["disk"], passing: github("disk quota 9") });
    expect(sightings.map(({ line, inFailingStep, isNew }) => [line, inFailingStep, isNew])).toEqual([
      [3, false, false],
      [6, true, false],
      [7, true, true],
      [10, false, false],
    ]);
  });

  it("sees a word that colours run through", () => {
    const { sightings } = digestOf("\x1b[31mno \x1b[1mspace\x1b[0m left\n", {
      vocabulary: ["no space left"],
    });
    expect(sightings).toMatchObject([{ line: 1, text: "no space left" }]);
  });

  it("hands a framework the lines with its cue and those it asked for, and no other", () => {
    const seen: [string, number][] = [];
    const framework: TestFramework = {
      framework: "shouts",
      cues: ["shout"],
      open: () => ({
        line(text, at) {
          seen.push([text, at]);
          return text.includes("twice") ? 2 : undefined;
        },
        end: () => ({
          total: 3,
          passed: 2,
          failed: 1,
          errored: 0,
          skipped: 0,
          flaky: 0,
          failedTests: [{ name: "loud", line: 4 }],
        }),
      }),
    };
    const filler = "nothing\n".repeat(100);
    const { tests } = digestOf(`${filler}SHOUT once\nquiet\nshout twice\none\ntwo\nthree\n`, {
      frameworks: [framework],
    });
    expect(seen).toEqual([
      ["SHOUT once", 101],
      ["shout twice", 103],
      ["one", 104],
      ["two", 105],
    ]);
    expect(tests).toMatchObject({
      frameworks: ["shouts"],
      total: 3,
      failed: 1,
      failedTests: [{ name: "loud", line: 4 }],
    });
  });

  it("knows each kind of sign, and finds each by a literal that it names", () => {
    expect(new Set(ERROR_SIGNS.map((sign) => sign.kind)).size).toBeLessThanOrEqual(
      Object.keys(STRENGTH).length,
    );
    for (const sign of ERROR_SIGNS) {
      expect(sign.re.global).toBe(false);
      for (const literal of sign.has) expect(literal).toBe(literal.toLowerCase());
    }
  });
});
