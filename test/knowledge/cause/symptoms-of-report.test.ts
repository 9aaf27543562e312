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

test("each line of a failure's text keeps its line of the file", () => {
  const text =
    "java.net.UnknownHostException: db.example.org\n\tat org.example.Cart.open(Cart.java:9)\n\tat org.example.CartTest.opens(CartTest.java:4)";
  const shown = symptomsOfReport(report([{ message: "db.example.org", text, line: 12, endLine: 14 }]), RULES);
  expect(shown.errors[0]).toMatchObject({ line: 12, endLine: 14 });
  expect(shown.errors[0]!.lines.map((at) => at.line)).toEqual([12, 13, 14]);
  expect(shown.sightings.map((at) => at.line)).toContain(12);
});

test("text that follows a start tag of several lines is counted from its end", () => {
  const shown = symptomsOfReport(
    report([{ message: "no", text: "first\nsecond", line: 12, endLine: 17 }]),
    RULES,
  );
  expect(shown.errors[0]!.lines.map((at) => at.line)).toEqual([12, 16, 17]);
});

test("text that a report keeps on one line stands on that line", () => {
  const shown = symptomsOfReport(report([{ text: "Error: a\n  at b\n  at c", line: 3, endLine: 3 }]), RULES);
  expect(shown.errors[0]!.lines.map((at) => at.line)).toEqual([3, 3, 3]);
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
