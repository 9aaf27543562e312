import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { headOf } from "../../../knowledge/evidence/head.ts";
import type { ReportNote, ReportReader } from "../../../knowledge/evidence/reader.ts";
import { junit } from "../../../knowledge/evidence/readers/junit.ts";
import { nunit } from "../../../knowledge/evidence/readers/nunit.ts";
import { otherXml } from "../../../knowledge/evidence/readers/other-xml.ts";
import { testng } from "../../../knowledge/evidence/readers/testng.ts";
import { trx } from "../../../knowledge/evidence/readers/trx.ts";
import { xunit } from "../../../knowledge/evidence/readers/xunit.ts";
import type { TestCase } from "../../../knowledge/evidence/test-case.ts";
import { FAILURE_TEXT_LIMIT } from "../../../knowledge/evidence/test-case.ts";
import { XML_KINDS, xmlKindOf } from "../../../knowledge/evidence/xml/xml-kinds.ts";

const FOLDER = join(import.meta.dirname, "..", "..", "fixtures", "reports");
const READERS: readonly ReportReader[] = [junit, nunit, otherXml, testng, trx, xunit];

interface Told {
  readonly tests: TestCase[];
  readonly notes: ReportNote[];
}

function read(reader: ReportReader, ...pieces: readonly string[]): Told {
  const told: Told = { tests: [], notes: [] };
  const sink = {
    test: (each: TestCase) => void told.tests.push(each),
    note: (note: ReportNote) => void told.notes.push(note),
  };
  const parser = reader.open(sink, headOf("report.xml", pieces.join("")));
  for (const piece of pieces) parser.write(piece);
  parser.end();
  return told;
}

function pieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, (at + 1) * size),
  );
}

function samplesOf(format: string): string[] {
  const names = readdirSync(join(FOLDER, format)).filter((name) => !name.endsWith(".expected.json"));
  return names.map((name) => readFileSync(join(FOLDER, format, name), "utf8"));
}

function plausible({ tests, notes }: Told): void {
  for (const { name, line, failure, flaky, outcome, attempts } of tests) {
    expect(name).not.toBe("");
    expect(line).toBeGreaterThanOrEqual(1);
    expect(flaky && outcome !== "passed").toBe(false);
    expect((outcome === "failed" || outcome === "errored") === (failure !== undefined)).toBe(true);
    expect(failure === undefined || (failure.line >= 1 && failure.endLine >= failure.line)).toBe(true);
    expect(failure?.text?.length ?? 0).toBeLessThanOrEqual(FAILURE_TEXT_LIMIT);
    expect(attempts === undefined || attempts.length > 1).toBe(true);
  }
  for (const note of notes) {
    expect(note.line ?? 1).toBeGreaterThanOrEqual(1);
    expect(note.message.length).toBeLessThan(3_000);
  }
}

const MARKUP = [
  "<",
  ">",
  "</",
  "/>",
  "<!",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<!DOCTYPE a [",
  "]>",
  "<?xml version='1.0'?>",
  "<?pi",
  "?>",
  "&",
  "&amp;",
  "&#10;",
  "&x;",
  ";",
  '"',
  "'",
  "=",
  " ",
  "\n",
  "\r\n",
  "\r",
  "\u0000",
  "\ufffe",
  "😀",
  "\ud83d",
  "é",
  ":",
  "a",
  "<testsuites>",
  "<testsuite name='s'>",
  "<testcase name='t'>",
  "<failure message='m'>",
  "<system-out>",
  "</testcase>",
  "</testsuite>",
  "</failure>",
  "<test-case result='Failed'>",
  "<message>",
  "</message>",
  "<UnitTestResult outcome='Failed'>",
  "<test result='Fail'>",
  "<test-method status='FAIL' retried='true'>",
  "<exception class='c'>",
  "<flakyFailure/>",
] as const;
const soup = fc.array(fc.constantFrom(...MARKUP), { maxLength: 60 }).map((parts) => parts.join(""));

describe.each(READERS.map((reader) => [reader.format, reader] as const))("%s", (format, reader) => {
  const samples = samplesOf(format);

  test.each([1, 2, 3, 7, 64])("pieces of %i characters tell the same as the whole", (size) => {
    for (const sample of samples) expect(read(reader, ...pieces(sample, size))).toEqual(read(reader, sample));
  });

  test("no cut, however unlucky, changes what is told of a mutated report", () => {
    const mutated = fc
      .tuple(fc.constantFrom(...samples), fc.nat(), fc.nat(12), fc.constantFrom("", ...MARKUP))
      .map(([sample, where, length, put]) => {
        const at = where % sample.length;
        return sample.slice(0, at) + put + sample.slice(at + length);
      });
    fc.assert(
      fc.property(mutated, fc.integer({ min: 1, max: 40 }), (text, size) => {
        const whole = read(reader, text);
        plausible(whole);
        expect(read(reader, ...pieces(text, size))).toEqual(whole);
      }),
      { numRuns: 150 },
    );
  });

  test("no text makes it throw, and how it is cut does not matter", () => {
    fc.assert(
      fc.property(
        fc.oneof(soup, fc.string({ unit: "binary", maxLength: 80 })),
        fc.integer({ min: 1, max: 9 }),
        (text, size) => {
          const whole = read(reader, text);
          plausible(whole);
          expect(read(reader, ...pieces(text, size))).toEqual(whole);
        },
      ),
      { numRuns: 400 },
    );
  });

  test("L-021 a report that is cut off anywhere is repaired or unreadable, never quietly shorter", () => {
    for (const sample of samples) {
      if (read(reader, sample).notes.some((note) => note.kind !== "info" && note.kind !== "suite-error"))
        continue;
      const root = sample.lastIndexOf("</");
      for (let at = 0; at < root; at += 13) {
        const kinds = read(reader, sample.slice(0, at)).notes.map((note) => note.kind);
        expect(kinds.some((kind) => kind === "repaired" || kind === "unreadable")).toBe(true);
      }
    }
  });
});

describe("junit", () => {
  const one = (body: string): TestCase => {
    const { tests } = read(junit, `<testsuite name="s"><testcase name="t">${body}</testcase></testsuite>`);
    expect(tests).toHaveLength(1);
    return tests[0]!;
  };

  test("a failure outweighs an error, an error a skip, whatever their order", () => {
    expect(one("<skipped/><error/><failure/>").outcome).toBe("failed");
    expect(one("<skipped/><error/>").outcome).toBe("errored");
    expect(one("<skipped/>").outcome).toBe("skipped");
    expect(one("").outcome).toBe("passed");
  });

  test("L-017 every attempt is kept, oldest first", () => {
    const flaky = one("<flakyFailure message='1'/><flakyError message='2'/>");
    expect(flaky).toMatchObject({ outcome: "passed", flaky: true });
    expect(flaky.attempts?.map((attempt) => [attempt.outcome, attempt.failure?.message])).toEqual([
      ["failed", "1"],
      ["errored", "2"],
      ["passed", undefined],
    ]);
    const failed = one("<failure message='1'/><rerunError message='2' time='0.5'/>");
    expect(failed).toMatchObject({ outcome: "failed", flaky: false });
    expect(
      failed.attempts?.map((attempt) => [attempt.outcome, attempt.failure?.message, attempt.durationMs]),
    ).toEqual([
      ["failed", "1", undefined],
      ["errored", "2", 500],
    ]);
    expect(one("<failure/><flakyFailure/>").flaky).toBe(false);
  });

  test("several failures of one try are one failure with all texts", () => {
    const failure = one("<error message='e'>second</error><failure message='f'>first</failure>").failure;
    expect(failure).toMatchObject({ message: "f", text: "first\n\nsecond" });
  });

  test("captured output is no part of a failure", () => {
    expect(one("<failure>a<system-out>b</system-out>c</failure>").failure?.text).toBe("ac");
  });

  test("all tests of a suite share one list of suites", () => {
    const { tests } = read(junit, "<testsuite name='s'><testcase name='a'/><testcase name='b'/></testsuite>");
    expect(tests[0]!.suites).toBe(tests[1]!.suites);
    expect(Object.isFrozen(tests[0]!.suites)).toBe(true);
  });

  test("suites and tests nested a hundred thousand deep neither hang nor overflow", () => {
    const deep = "<testsuite name='s'>".repeat(50_000) + "<testcase name='t'>".repeat(50_000);
    const { tests } = read(junit, `${deep}${"</testcase>".repeat(50_000)}${"</testsuite>".repeat(50_000)}`);
    expect(tests).toHaveLength(50_000);
    expect(tests[0]!.suites.length).toBeLessThanOrEqual(64);
  });

  test("the text of a failure is cut at the limit, of any length and in either form", () => {
    const long = "line\n".repeat(200_000);
    for (const text of [`<![CDATA[${long}]]>`, long]) {
      const failure = one(`<failure>${text}</failure>`).failure!;
      expect(failure.text?.length).toBeLessThanOrEqual(FAILURE_TEXT_LIMIT);
      expect(failure.text?.length).toBeGreaterThan(FAILURE_TEXT_LIMIT - 10);
      expect(failure.endLine).toBe(200_001);
    }
  });

  test.each(["\n", "\r\n", "\r"])("lines are counted over %j, in output that is skipped too", (end) => {
    const lines = [
      "<testsuite name='s'>",
      "<testcase name='a'><system-out><![CDATA[",
      "x",
      "",
      "]]></system-out>",
      "<failure",
      "message='m'>",
      "</failure></testcase></testsuite>",
    ];
    const text = lines.join(end);
    for (const size of [1, 2, 5, 1_000]) {
      const { tests } = read(junit, ...pieces(text, size));
      expect(tests[0]).toMatchObject({
        line: 2,
        failure: { line: 6, endLine: 8 },
      });
    }
  });

  test("nothing outside the file is resolved and no entity is expanded", () => {
    const bomb = `<!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>\n<testsuite><testcase name="t"><failure message="&b;">&x;</failure></testcase></testsuite>`;
    const { tests, notes } = read(junit, bomb);
    expect(tests[0]!.failure).toMatchObject({ message: "&b;", text: "&x;" });
    expect(notes).toEqual([expect.objectContaining({ kind: "repaired", line: 2 })]);
  });

  test("a stray closing tag neither ends the suite nor takes the place of a later one", () => {
    const { tests, notes } = read(
      junit,
      "<testsuite name='s'><testcase name='a'></b><failure/></testcase><testcase name='b'/></testsuite>",
    );
    expect(tests.map((each) => [each.suites, each.name, each.outcome])).toEqual([
      [["s"], "a", "failed"],
      [["s"], "b", "passed"],
    ]);
    expect(notes).toHaveLength(1);
  });

  test("an ampersand that is not escaped does not swallow what follows", () => {
    const { tests } = read(
      junit,
      "<testsuite name='a & b'><testcase name='c && d'/>\n<testcase name='e; f'/></testsuite>",
    );
    expect(tests.map((each) => [each.suites[0], each.name])).toEqual([
      ["a & b", "c && d"],
      ["a & b", "e; f"],
    ]);
  });

  test("a suite that failed outside its tests is told", () => {
    const { notes } = read(
      junit,
      "<testsuite name='s'><error message='no port'/><testcase name='a'/></testsuite>",
    );
    expect(notes).toEqual([
      {
        kind: "suite-error",
        line: 1,
        message: "the suite s errored outside its tests: no port",
      },
    ]);
  });

  test("a suite's own error is one of the errors that the report counts", () => {
    const text = '<testsuite tests="1" errors="1"><error message="no port"/><testcase name="a"/></testsuite>';
    expect(read(junit, text).notes.map((note) => note.kind)).toEqual(["suite-error"]);
  });

  test("a text so long that its end is not read keeps the lines of what is", () => {
    const long = `first\n${"x".repeat(FAILURE_TEXT_LIMIT * 3)}\n`.repeat(3);
    const text = `<testsuite>\n<testcase name="a"><failure>\n<![CDATA[${long}]]></failure></testcase>\n</testsuite>`;
    expect(read(junit, text).tests[0]?.failure).toMatchObject({
      textAt: [{ row: 0, line: 3, step: 1 }],
      endLine: 9,
    });
  });

  test("totals are inconsistent only where every level claims more than is listed", () => {
    const kinds = (text: string) => read(junit, text).notes.map((note) => note.kind);
    const tests = "<testcase name='a'/><testcase name='b'/>";
    expect(kinds(`<testsuites tests="3"><testsuite tests="3">${tests}</testsuite></testsuites>`)).toEqual([
      "inconsistent",
    ]);
    expect(kinds(`<testsuites tests="4"><testsuite tests="2">${tests}</testsuite></testsuites>`)).toEqual([]);
    expect(kinds(`<testsuites tests="0"><testsuite tests="0">${tests}</testsuite></testsuites>`)).toEqual([]);
    expect(kinds(`<testsuite tests="2" errors="1">${tests}</testsuite>`)).toEqual(["inconsistent"]);
    expect(
      kinds("<testsuite tests='1' errors='2'><testcase name='a'><error/><error/></testcase></testsuite>"),
    ).toEqual([]);
  });

  test("a status that says failed counts where no child says more; one that says not run is told", () => {
    const { tests } = read(
      junit,
      "<testsuite><testcase name='a' status='failed'/><testcase name='b' status='failed'><skipped/></testcase><testcase name='c' status='notrun'/></testsuite>",
    );
    expect(tests.map((each) => [each.outcome, each.notRun])).toEqual([
      ["failed", undefined],
      ["skipped", undefined],
      ["passed", true],
    ]);
  });

  test.each(READERS.map((reader) => [reader.format, reader] as const))(
    "sums add up: every testcase element is one test",
    () => {
      const outcome = fc.constantFrom("", "<failure/>", "<error/>", "<skipped/>", "<flakyFailure/>");
      const tree = fc.letrec<{ node: string }>((tie) => ({
        node: fc.oneof(
          { maxDepth: 4, withCrossShrink: true },
          outcome.map((inside) => `<testcase name="t">${inside}</testcase>`),
          fc
            .array(tie("node"), { maxLength: 4 })
            .map((inside) => `<testsuite name="s">${inside.join("")}</testsuite>`),
        ),
      })).node;
      fc.assert(
        fc.property(tree, (text) => {
          const { tests } = read(junit, text);
          expect(tests).toHaveLength(text.split("<testcase").length - 1);
          expect(tests.filter((each) => each.outcome === "failed")).toHaveLength(
            text.split("<failure").length - 1,
          );
          expect(tests.filter((each) => each.flaky)).toHaveLength(text.split("<flaky").length - 1);
        }),
        { numRuns: 100 },
      );
    },
  );
});

describe("sniffing", () => {
  const winner = (text: string): string | undefined => {
    const bids = READERS.map((reader) => ({
      format: reader.format,
      bid: reader.sniff(headOf("f", text)),
    }));
    const best = bids.sort((a, b) => b.bid - a.bid)[0]!;
    return best.bid > 0 ? best.format : undefined;
  };

  test.each([
    ["<testsuites/>", "junit"],
    ["<!-- c --><x:testsuite xmlns:x='u'/>", "junit"],
    ["<run><testsuite name='s'/></run>", "junit"],
    ["<TestCase name='tst_Qt'><Environment/></TestCase>", "xml"],
    ["<test-results name='a' total='1'/>", "nunit"],
    ["<test-suite name='a' executed='True'/>", "nunit"],
    ["<ns2:test-suite xmlns:ns2='urn:model.allure.qatools.yandex.ru' start='1'/>", "xml"],
    ["<assembly name='a.dll' run-date='2020-01-01' total='1'/>", "xunit"],
    ["<assembly xmlns='urn:schemas-microsoft-com:asm.v1' manifestVersion='1.0'/>", "xml"],
    ["<assemblies/>", "xunit"],
    ["<TestRun xmlns='http://microsoft.com/schemas/VisualStudio/TeamTest/2010'/>", "trx"],
    ["<testng-results/>", "testng"],
    ["<anything/>", "xml"],
    ["plain text", undefined],
  ])("%s is read as %s", (text, format) => {
    expect(winner(text)).toBe(format);
  });
});

describe("XML kinds", () => {
  test("every kind can be reached: no earlier one takes all its files", () => {
    const seen = new Set<string>();
    for (const kind of XML_KINDS) {
      expect(seen.has(kind.root)).toBe(false);
      if (!("tag" in kind)) seen.add(kind.root);
    }
  });

  test("roots that several tools share are told apart by their attributes", () => {
    expect(xmlKindOf("coverage", '<coverage line-rate="1">')?.what).toMatch(/Cobertura/);
    expect(xmlKindOf("coverage", '<coverage generated="1">')?.what).toMatch(/Clover/);
    expect(xmlKindOf("report", '<report name="x">')?.what).toMatch(/JaCoCo/);
    expect(xmlKindOf("inventory", "<inventory>")).toBeUndefined();
  });
});
