import { expect, test } from "vitest";
import { formatExplanations } from "../../../cli/format/explanation.ts";
import { createStyle } from "../../../cli/terminal/style.ts";
import { displayWidth } from "../../../cli/terminal/width.ts";
import type { FileExplanation } from "../../../knowledge/index.ts";

const lines = (first: number, texts: readonly string[], errorAt: number) =>
  texts.map((text, at) => ({ line: first + at, text, isError: first + at === errorAt }));

const assertion: FileExplanation = {
  file: "logs/test.log",
  format: "github",
  result: {
    cause: "app_bug",
    infrastructure: false,
    preExisting: true,
    confidence: 0.86,
    decidedBy: "rule",
    rule: "assertion",
    evidence: [
      { line: 143, endLine: 143, quote: "AssertionError: expected 999 to be 1299" },
      { line: 12, endLine: 12, quote: "seed 7" },
      { file: "base.log", line: 140, endLine: 140, quote: "AssertionError: expected 999 to be 1299" },
    ],
    nextAction: "Read the first failed assertion, and compare what it expects with what the change does.",
  },
  errors: [{ line: 142, endLine: 145 }],
  excerpts: [
    {
      line: 142,
      endLine: 145,
      lines: lines(
        142,
        [
          " FAIL  test/total.test.js",
          "AssertionError: expected 999 to be 1299",
          "",
          `    at total.test.js:31:19 ${"x".repeat(80)}`,
        ],
        143,
      ),
    },
    {
      line: 900,
      endLine: 999,
      lines: lines(
        900,
        Array.from({ length: 100 }, (_, at) => `line ${at}`),
        950,
      ),
    },
  ],
  tests: {
    total: 215,
    passed: 200,
    failed: 12,
    errored: 0,
    skipped: 3,
    flaky: 0,
    failedNames: Array.from({ length: 12 }, (_, at) => `checkout › case ${at} ${"合計".repeat(at * 4)}`),
  },
  fingerprint: "1:abc",
  notes: [],
};

const disk: FileExplanation = {
  file: "\u001b]0;owned\u0007junit\u202e.xml",
  format: "junit",
  result: {
    cause: "environment",
    infrastructure: true,
    preExisting: false,
    confidence: 0.95,
    decidedBy: "rule",
    rule: "disk-full",
    evidence: [{ line: 3, endLine: 3, quote: "\u001b[31mNo space left on device\u001b[0m" }],
    nextAction: "Free the disk of the runner.",
  },
  errors: [],
  excerpts: [],
  tests: null,
  fingerprint: null,
  notes: [{ kind: "repaired", message: "the file ends in the middle of an element", line: 17 }],
};

const undecided: FileExplanation = {
  ...disk,
  file: "empty.log",
  format: "plain",
  result: {
    ...disk.result,
    cause: "unknown",
    infrastructure: false,
    confidence: 0.1,
    rule: null,
    evidence: [],
    nextAction: "Fetch the log again.",
  },
  notes: [],
};

const files = [assertion, disk, undecided];

test.each([80, 40, 120])("explanation at %i columns", async (columns) => {
  const text = formatExplanations({ files }, { columns, style: createStyle(false) });
  await expect(text).toMatchFileSnapshot(`snapshots/explanation-${columns}.txt`);
});

test.each([20, 40, 80, 120])("L-038 no row of an explanation is wider than %i columns", (columns) => {
  for (const row of formatExplanations({ files }, { columns, style: createStyle(false) }).split("\n")) {
    expect(displayWidth(row)).toBeLessThanOrEqual(columns);
  }
});

test("colour adds marks and changes no text", () => {
  const view = (colour: boolean) =>
    formatExplanations({ files }, { columns: 80, style: createStyle(colour) });
  expect(view(true)).toContain("\u001b[31m▸");
  expect(view(true).replaceAll(/\u001b\[\d+m/g, "")).toBe(view(false));
});
