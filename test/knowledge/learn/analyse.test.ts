import { describe, expect, test } from "vitest";
import { classify } from "../../../knowledge/cause/classify.ts";
import { RULES } from "../../../knowledge/cause/rules/index.ts";
import { symptomsOfReport } from "../../../knowledge/cause/symptoms-of-report.ts";
import { summarise } from "../../../knowledge/evidence/summarise.ts";
import type { TestCase } from "../../../knowledge/evidence/test-case.ts";
import { analyseFailures } from "../../../knowledge/learn/analyse.ts";
import { evidenceOf, failure, testCase } from "./learn-test-case.ts";

const failed = (name: string, message: string, change: Partial<TestCase> = {}): TestCase =>
  testCase({ name, outcome: "failed", failure: failure(message), ...change });

const FLAKE = testCase({
  name: "flake",
  flaky: true,
  attempts: [
    { outcome: "failed", failure: failure("connect ECONNREFUSED 127.0.0.1:5432") },
    { outcome: "passed" },
  ],
});

describe("causes of a run", () => {
  test("each failing test has exactly one of its own, and what passed on a retry is flaky", () => {
    const tests = [
      failed("waits", "Test timeout of 30000ms exceeded."),
      failed("resolves", "getaddrinfo ENOTFOUND registry.example", { outcome: "errored" }),
      failed("adds", "expected 3 to equal 4"),
      FLAKE,
    ];
    const found = analyseFailures(evidenceOf(tests), {});
    expect(found.map(({ test, cause, rule }) => [test, cause, rule])).toEqual([
      ["checkout.waits", "timeout", "test-timeout"],
      ["checkout.resolves", "environment", "network/dns"],
      ["checkout.adds", "app_bug", expect.any(String)],
      ["checkout.flake", "flaky", "flake/passed-on-retry"],
    ]);
    expect(found[0]).toMatchObject({
      quote: "Test timeout of 30000ms exceeded.",
      preExisting: false,
      fingerprint: expect.stringMatching(/^1:/),
      nextAction: expect.stringContaining("30000ms"),
    });
    expect(found[3]?.quote).toContain("ECONNREFUSED");
  });

  test("a flaky test is flaky whatever else is known of the run", () => {
    const context = { conclusion: "timed_out", base: { fingerprint: null, failedNames: ["checkout.flake"] } };
    const [other] = analyseFailures(evidenceOf([FLAKE]), {});
    const [found] = analyseFailures(evidenceOf([FLAKE]), {
      ...context,
      base: { ...context.base, fingerprint: other!.fingerprint },
    });
    expect(found?.cause).toBe("flaky");
  });

  test("the history of one test says nothing of another", () => {
    const past = { run: "r0", job: null, commit: "c1", branch: "x", flaky: false, fingerprint: null };
    const history = new Map([["checkout.adds", [{ ...past, outcome: "passed" as const }]]]);
    const tests = [failed("adds", "expected 3 to equal 4"), failed("sums", "expected 5 to equal 6")];
    const found = analyseFailures(evidenceOf(tests), { history, commit: "c1" });
    expect(found.map(({ cause }) => cause)).toEqual(["flaky", "app_bug"]);
  });

  test("what fails on the base too is marked, test by test", () => {
    const base = { fingerprint: null, failedNames: ["checkout.adds"] };
    const tests = [failed("adds", "expected 3 to equal 4"), failed("sums", "expected 5 to equal 6")];
    const found = analyseFailures(evidenceOf(tests), { base });
    expect(found.map(({ preExisting }) => preExisting)).toEqual([true, false]);
  });

  test("every rule's examples get the cause that the whole rule book gives", () => {
    const tests = RULES.map((rule, n) => failed(`t${n}`, rule.hits.slice(0, 2).join("\n")));
    for (let from = 0; from < tests.length; from += 200) {
      const some = tests.slice(from, from + 200);
      const found = analyseFailures(evidenceOf(some), {});
      const whole = some.map((one) => {
        const sink = summarise({ format: "x", title: "x" });
        sink.test(one);
        return classify(symptomsOfReport(sink.digest(), RULES), RULES, {});
      });
      expect(found.map(({ cause, rule, confidence }) => ({ cause, rule, confidence }))).toEqual(
        whole.map(({ cause, rule, confidence }) => ({ cause, rule, confidence })),
      );
    }
  });

  test("a command without a report is explained by its output", () => {
    const output = "> build\nnpm ERR! code ENOTFOUND\nnpm ERR! network request to https://r.example failed\n";
    const [found, ...more] = analyseFailures(evidenceOf([], { output }), {});
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      test: null,
      cause: "environment",
      quote: expect.stringContaining("ENOTFOUND"),
    });
    expect(analyseFailures(evidenceOf([], { output: "" }), {})).toMatchObject([
      { test: null, cause: "unknown" },
    ]);
    expect(analyseFailures(evidenceOf([], { output: "done" }), { conclusion: "success" })).toEqual([]);
  });

  test("what failed outside of the tests is one failure without a test, unless tests failed", () => {
    const outsideTests = [failure("Test timeout of 30000ms exceeded.")];
    expect(analyseFailures(evidenceOf([testCase()], { outsideTests }), {})).toMatchObject([
      { test: null, cause: "timeout" },
    ]);
    const tests = [failed("adds", "expected 3 to equal 4")];
    expect(analyseFailures(evidenceOf(tests, { outsideTests }), {}).map(({ test }) => test)).toEqual([
      "checkout.adds",
    ]);
    expect(analyseFailures(evidenceOf([testCase()]), {})).toEqual([]);
  });

  test("a quote is one short line", () => {
    const [found] = analyseFailures(
      evidenceOf([failed("adds", `expected ${"x".repeat(1_500)} to equal 4`)]),
      {},
    );
    expect(found?.quote).toHaveLength(200);
    expect(found?.quote).toMatch(/^expected x+…$/);
  });

  test("two hundred long failures take well under a second", () => {
    const text = "Error: expected the total to be 3\n    at total (src/cart.ts:1:2)\n".repeat(200);
    const tests = Array.from({ length: 200 }, (_, n) => failed(`t${n}`, `${n} ${text}`));
    const evidence = evidenceOf(tests);
    const started = process.cpuUsage();
    expect(analyseFailures(evidence, {})).toHaveLength(200);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(1_500);
  });
});
