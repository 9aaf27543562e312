import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fileSources } from "../../../knowledge/adapters/files/sources.ts";
import { headOf } from "../../../knowledge/evidence/head.ts";
import { peek, readReport, sniff } from "../../../knowledge/evidence/read-report.ts";
import type { ReportReader } from "../../../knowledge/evidence/reader.ts";
import { READERS } from "../../../knowledge/evidence/readers/index.ts";
import { summarise } from "../../../knowledge/evidence/summarise.ts";
import { readReportBytes } from "../../support/read-report-bytes.ts";

const fixture = (path: string): Buffer =>
  readFileSync(join(import.meta.dirname, "..", "..", "fixtures", "reports", path));
const CTRF = fixture("ctrf/retries.json").toString();
const JUNIT =
  '<?xml version="1.0"?>\n<testsuites><testsuite name="cart"><testcase name="adds"/></testsuite></testsuites>\n';
const formatOf = (name: string, text: string): string | null =>
  sniff(headOf(name, text), READERS)?.format ?? null;

describe("sniffing is cautious: a log that shows a report stays a log", () => {
  const timed = (text: string): string => text.replace(/^/gm, "2026-01-05T10:00:00.1234567Z ");
  const long = Array.from({ length: 30 }, (_, at) => `building module ${at}`).join("\n");

  test.each([
    [
      "a GitHub log that prints JSON",
      timed(`##[group]Run cat report.json\n${CTRF}\n##[error]Process completed with exit code 1.`),
    ],
    ["a GitHub log with a stamp on its first line only", `2026-01-05T10:00:00.1234567Z Run cat\n${CTRF}`],
    ["a build log that prints a report at its end", `${long}\n${CTRF}`],
    ["a build log that prints XML at its end", `${long}\n${JUNIT}`],
    ["a log that goes on after the report", `${CTRF}\n${long}`],
    [
      "a log that mentions an element",
      "wrote <testsuite> to report.xml\n<testsuite was not closed>\nerror: no such file\n",
    ],
    ["a GitLab log", `section_start:1767607200:script\n${CTRF}`],
    ["a Jenkins log", `Started by user admin\n${JUNIT}`],
    ["TAP inside a log", `npm warn old\n${long}\nTAP version 13\nok 1 - a\n1..1\n`],
    ["lines that say ok", "checking compiler\nok 1 thing works\nnot ok at all\nmake: *** [all] Error 2\n"],
    ["a structured log", '{"level":30,"msg":"started"}\n{"level":50,"msg":"failed"}\n'],
    [
      "an answer of a service",
      '{"message":"API rate limit exceeded","documentation_url":"https://example.org"}\n',
    ],
    ["an empty file", ""],
  ])("%s", (_what, text) => {
    expect(formatOf("job.log", text)).toBeNull();
  });

  test.each([
    ["behind the lines of npm", `\n> shop@1.0.0 test\n> runner --json\n\n${CTRF}`, "ctrf"],
    ["with a mark and blank lines", `\ufeff\n\n${CTRF}`, "ctrf"],
    ["behind one line of a wrapper", `Running tests...\n${JUNIT}`, "junit"],
    [
      "behind comments and a document type",
      `<!-- a --><!DOCTYPE testsuites [<!ENTITY x "y">]>\n<?pi?>${JUNIT.slice(22)}`,
      "junit",
    ],
  ])("but a report %s is one", (_what, text, format) => {
    expect(formatOf("-", text)).toBe(format);
  });

  test("the order of the registry does not matter", () => {
    const samples = [
      "ctrf/retries.json",
      "jest/suites.json",
      "vitest/behind-npm.json",
      "mocha/hooks.json",
      "mochawesome/nested.json",
    ];
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...READERS], { minLength: READERS.length }),
        fc.constantFrom(...samples),
        (readers, sample) => {
          const head = headOf(sample, fixture(sample).toString());
          expect(sniff(head, readers)?.format).toBe(sniff(head, READERS)?.format);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("readReport", () => {
  test("keeps true line numbers behind leading text, and says so", async () => {
    const failing = JUNIT.replace("/></testsuite>", '>\n<failure message="no"/></testcase></testsuite>');
    const read = await readReportBytes("-", `wrapper 1.0\nrunning\n${failing}`, 11);
    expect(read?.tests[0]?.failure?.line).toBe(5);
    expect(read?.digest.notes).toContainEqual({
      kind: "repaired",
      line: 1,
      message: "text before the document is passed over",
    });
  });

  test.each(["utf16le", "latin1"] as const)("reads %s", async (encoding) => {
    const text = CTRF.replace("adds an item", "fügt hinzu");
    const bytes = Buffer.from(encoding === "utf16le" ? `\ufeff${text}` : text, encoding);
    expect((await readReportBytes("r.json", bytes, 13))?.tests[0]?.name).toBe("fügt hinzu");
  });

  test("L-017 a source that fails half way gives the tests that came, and is named", async () => {
    const filler = Array.from(
      { length: 20_000 },
      (_, at) => `{"name":"t${at}","status":"passed","duration":${(at * 7919) % 997}}`,
    ).join(",\n");
    const packed = gzipSync(
      `{"results":{"tool":{"name":"x"},"summary":{"tests":20000},"tests":[${filler}]}}`,
    );
    async function* stdin(): AsyncGenerator<Uint8Array> {
      yield packed.subarray(0, packed.length / 2);
    }
    for await (const source of fileSources({ stdin: stdin() }).open("-")) {
      const peeked = await peek(source.name, source.chunks());
      const digest = await readReport(peeked, sniff(peeked.head, READERS)!);
      expect(digest.totals.total).toBeGreaterThan(5_000);
      expect(digest.verdict).toBe("undetermined");
      expect(digest.notes.map(({ message }) => message)).toContain(
        "read as far as it goes: -: cannot be read (the gzip data ends early)",
      );
    }
  });

  test("a source that fails before its first byte fails as a whole", async () => {
    const gone = fileSources({ stdin: (async function* () {})() }).open("/no/such/file");
    await expect(gone[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: "source_missing",
    });
  });

  test("any bytes under a report's beginning are read without an error", async () => {
    const beginnings = [
      "",
      CTRF.slice(0, 200),
      "TAP version 13\n1..2\n",
      '{"Action":"run","Package":"p","Test":"T"}\n',
      JUNIT.slice(0, 40),
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...beginnings),
        fc.uint8Array({ maxLength: 400 }),
        async (start, rest) => {
          const read = await readReportBytes("r.json", Buffer.concat([Buffer.from(start), rest]), 17);
          expect(read === null || read.digest.totals.total === read.tests.length).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("the digest", () => {
  const reader: Pick<ReportReader, "format" | "title"> = {
    format: "x",
    title: "X",
  };
  const passed = {
    suites: ["s"],
    name: "t",
    outcome: "passed",
    flaky: false,
    line: 1,
  } as const;

  test.each([
    [
      "no tests",
      '{"results":{"tool":{"name":"x"},"summary":{"tests":0,"passed":0,"failed":0,"skipped":0,"pending":0,"other":0},"tests":[]}}',
    ],
    [
      "only skipped tests",
      '{"results":{"tool":{"name":"x"},"tests":[{"name":"a","status":"skipped","duration":0}]}}',
    ],
    [
      "a summary that says more than there is",
      '{"results":{"tool":{"name":"x"},"summary":{"tests":9,"passed":9},"tests":[]}}',
    ],
    ["JSON of no known kind", '{"hello":[1,2]}'],
    ["TAP that plans nothing", "TAP version 13\n1..0 # SKIP no database\n"],
    ["a broken beginning", '{"results":{"tool":{"name":"x"},"tests":['],
    ["an XML report without a test", "<testsuites/>"],
  ])("L-021 %s is undetermined, with a note that says why", async (_what, text) => {
    const read = await readReportBytes("r.json", text);
    expect(read?.digest.verdict).toBe("undetermined");
    expect(read?.digest.notes.length).toBeGreaterThan(0);
  });

  test("L-020 a run that says it failed and names no failed test is not green", async () => {
    const text =
      '{"numTotalTests":1,"numPassedTests":1,"numFailedTests":0,"numPassedTestSuites":1,"success":false,"testResults":[{"name":"a.js","status":"passed","assertionResults":[{"title":"t","status":"passed"}]}]}';
    const read = await readReportBytes("r.json", text);
    expect(read?.digest).toMatchObject({
      verdict: "undetermined",
      totals: { total: 1, passed: 1 },
    });
  });

  test("L-017 totals are those of the tests, and what the report claims beyond them is told", async () => {
    const read = await readReportBytes("r.json", fixture("ctrf/wrong-sums.json"));
    expect(read?.digest.totals).toEqual({
      total: 2,
      passed: 2,
      failed: 0,
      errored: 0,
      skipped: 0,
      flaky: 0,
    });
    expect(read?.digest.notes.map(({ kind }) => kind)).toEqual(["inconsistent"]);
    expect(read?.digest.verdict).toBe("undetermined");
  });

  test("is bounded: 200 failures in full, 10,000 names, 50 notes of a kind; nothing is dropped without a word", () => {
    let rows = 0;
    const sink = summarise(reader, () => {
      rows += 1;
    });
    for (let at = 0; at < 12_000; at += 1) sink.test({ ...passed, name: `t${at}`, outcome: "failed" });
    for (let at = 0; at < 80; at += 1) sink.note({ kind: "repaired", line: at + 1, message: "broken" });
    const digest = sink.digest();
    expect(rows).toBe(12_000);
    expect(digest.totals).toMatchObject({ total: 12_000, failed: 12_000 });
    expect([digest.failures.length, digest.failedNames.length, digest.notes.length]).toEqual([
      200, 10_000, 51,
    ]);
    expect(digest.notes.at(-1)?.message).toBe("30 more notes of this kind");
  });

  test("an error outside of the tests fails a run whose tests passed", () => {
    const sink = summarise(reader);
    sink.test(passed);
    expect(sink.digest().verdict).toBe("passed");
    sink.note({ kind: "suite-error", message: "tear-down failed" });
    expect(sink.digest().verdict).toBe("failed");
  });
});
