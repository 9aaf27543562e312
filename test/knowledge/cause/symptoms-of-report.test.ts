import { expect, test } from "vitest";
import { classify } from "../../../knowledge/cause/classify.ts";
import { RULES } from "../../../knowledge/cause/rules/index.ts";
import { symptomsOfReport } from "../../../knowledge/cause/symptoms-of-report.ts";
import type { ReportDigest } from "../../../knowledge/evidence/report-digest.ts";
import type { Failure, TestCase } from "../../../knowledge/evidence/test-case.ts";

const NONE = { total: 0, passed: 0, failed: 0, errored: 0, skipped: 0, flaky: 0 };

function report(failures: readonly Failure[], rest: Partial<ReportDigest> = {}): ReportDigest {
  const tests = failures.map(
    (failure, index): TestCase => ({
      suites: ["CartTest"],
      name: `case ${index}`,
      outcome: "failed",
      flaky: false,
      failure,
      line: failure.line,
    }),
  );
  const total = failures.length + 1;
  return {
    format: "junit",
    title: "JUnit XML",
    totals: { ...NONE, total, passed: 1, failed: failures.length },
    failures: tests,
    flakyTests: [],
    failedNames: tests.map((one) => `CartTest.${one.name}`),
    notes: [],
    verdict: failures.length > 0 ? "failed" : "passed",
    ...rest,
  };
}

const explain = (digest: ReportDigest) => classify(symptomsOfReport(digest, RULES), RULES);

test("each row of a failure's text keeps its line of the file", () => {
  const text =
    "java.net.UnknownHostException: db.example.org\n\tat org.example.Cart.open(Cart.java:9)\n\tat org.example.CartTest.opens(CartTest.java:4)";
  const textAt = [{ row: 0, line: 12, step: 1 }] as const;
  const failure = { message: "db.example.org", messageAt: textAt, text, textAt, line: 11, endLine: 15 };
  const shown = symptomsOfReport(report([failure]), RULES);
  expect(shown.errors[0]).toMatchObject({ line: 11, endLine: 15 });
  expect(shown.errors[0]!.lines.map((at) => at.line)).toEqual([12, 13, 14]);
  expect(shown.sightings.map((at) => at.line)).toContain(12);
});

test("text that a report keeps on one line stands on that line", () => {
  const failure = {
    text: "Error: a\n  at b\n  at c",
    textAt: [{ row: 0, line: 3, step: 0 }],
    line: 2,
    endLine: 4,
  };
  const shown = symptomsOfReport(report([failure as Failure]), RULES);
  expect(shown.errors[0]!.lines.map((at) => at.line)).toEqual([3, 3, 3]);
});

test("the reader's own words are shown only where the report has none", () => {
  const at = [
    { row: 0, line: 3, step: 0 },
    { row: 1, line: null, step: 0 },
  ] as const;
  const both = symptomsOfReport(
    report([{ text: "no cart\nin step: pay", textAt: at, line: 3, endLine: 3 }]),
    RULES,
  );
  expect(both.errors[0]!.lines).toEqual([{ line: 3, text: "no cart" }]);
  const own = symptomsOfReport(report([{ message: "status: failed", line: 3, endLine: 5 }]), RULES);
  expect(own.errors[0]!.lines).toEqual([{ line: 3, text: "status: failed" }]);
});

test("a failure outside the tests is evidence", () => {
  const messageAt = [{ row: 0, line: 2, step: 0 }] as const;
  const outside: Failure = { message: "boom: class not found", messageAt, line: 2, endLine: 2 };
  const digest = report([], { totals: NONE, verdict: "failed", outsideTests: [outside] });
  const verdict = explain(digest);
  expect(verdict.rule).not.toBe("zero-tests");
  expect(verdict.evidence[0]).toEqual({ line: 2, endLine: 2, quote: "boom: class not found" });
});

test("a report that contradicts itself says why in its symptoms", () => {
  const note = { kind: "inconsistent", line: 1, message: "5 tests stated, 1 read" } as const;
  expect(symptomsOfReport(report([], { notes: [note], verdict: "undetermined" }), RULES).doubt).toBe(
    note.message,
  );
  expect(symptomsOfReport(report([]), RULES).doubt).toBeNull();
});

test("the fingerprint is that of the first failure, whatever its numbers", () => {
  const shown = (message: string) => symptomsOfReport(report([{ message, line: 8, endLine: 8 }]), RULES);
  const first = shown("took 30 ms too long");
  expect(first.fingerprint).toMatch(/^1:[0-9a-f]{32}$/);
  expect(first.fingerprint).toBe(shown("took 41 ms too long").fingerprint);
  expect(first.fingerprint).not.toBe(shown("no cart").fingerprint);
  expect(first.fingerprints?.get("CartTest.case 0")).toBe(first.fingerprint);
  expect(symptomsOfReport(report([]), RULES).fingerprint).toBeNull();
});

test("the same rules read a report as read a log", () => {
  const verdict = explain(report([{ message: "connect ECONNREFUSED 127.0.0.1:5432", line: 8, endLine: 8 }]));
  expect(verdict).toMatchObject({ cause: "environment", rule: "service-down/local" });
  expect(verdict.evidence[0]).toEqual({ line: 8, endLine: 8, quote: "connect ECONNREFUSED 127.0.0.1:5432" });
});

test("a failed comparison is the change's own", () => {
  expect(
    explain(report([{ type: "AssertionError", message: "totals differ", line: 8, endLine: 8 }])).cause,
  ).toBe("app_bug");
});

test("a report without failures has nothing to explain", () => {
  expect(explain(report([])).rule).toBe("not-a-failure");
});

test("L-021 a report without tests is undetermined", () => {
  const verdict = explain(report([], { totals: NONE, verdict: "undetermined" }));
  expect(verdict).toMatchObject({ cause: "unknown", rule: "zero-tests" });
});

test("a report of which too much is damaged is no pass", () => {
  expect(explain(report([], { verdict: "undetermined" })).rule).not.toBe("not-a-failure");
});

test("L-017 tests that passed on a retry are flaky, with the attempt that failed as evidence", () => {
  const flaky: TestCase = {
    suites: ["CartTest"],
    name: "totals",
    outcome: "passed",
    flaky: true,
    line: 4,
    attempts: [
      { outcome: "failed", failure: { message: "AssertionError: expected 3 to be 2", line: 5, endLine: 5 } },
      { outcome: "passed" },
    ],
  };
  const verdict = explain(
    report([], { flakyTests: [flaky], totals: { ...NONE, total: 1, passed: 1, flaky: 1 } }),
  );
  expect(verdict).toMatchObject({ cause: "flaky", rule: "flake/passed-on-retry" });
  expect(verdict.evidence[0]).toMatchObject({ line: 5, quote: "AssertionError: expected 3 to be 2" });
});
