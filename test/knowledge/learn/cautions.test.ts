import { describe, expect, test } from "vitest";
import { CAUSES, type Cause } from "../../../knowledge/cause/cause.ts";
import { analyseFailures } from "../../../knowledge/learn/analyse.ts";
import { cautionCandidates } from "../../../knowledge/learn/cautions.ts";
import type { AnalysedFailure } from "../../../knowledge/learn/learning-events.ts";
import { CAUTION_CAUSES } from "../../../knowledge/record/record.ts";
import { recordProblems } from "../../../knowledge/record/record-problems.ts";
import { sampleId, sampleRecord } from "../../support/sample-record.ts";
import { evidenceOf, failure, testCase } from "./learn-test-case.ts";

const RUN = {
  run: "r1",
  at: "2026-01-01T00:00:00.000Z",
  commit: null,
  branch: null,
  job: null,
  mode: "local",
} as const;

const analysed = (
  test: string | null,
  cause: Cause,
  change: Partial<AnalysedFailure> = {},
): AnalysedFailure => ({
  test,
  cause,
  rule: null,
  confidence: 0.9,
  preExisting: false,
  fingerprint: null,
  quote: "Error: no",
  nextAction: "Look.",
  ...change,
});

const failed = (name: string, message = "no", suites = ["checkout"]) =>
  testCase({ suites, name, outcome: "failed", failure: failure(message) });

const PAYS = evidenceOf([failed("pays")]);

describe("cautions", () => {
  test.each(CAUSES.map((cause) => [cause, (CAUTION_CAUSES as readonly string[]).includes(cause)] as const))(
    "a failure by %s gives one: %s, also where the base fails too",
    (cause, gives) => {
      for (const preExisting of [false, true]) {
        const found = cautionCandidates(PAYS, [analysed("checkout.pays", cause, { preExisting })], RUN);
        expect(found.map((caution) => caution.cause)).toEqual(gives ? [cause] : []);
      }
    },
  );

  test("a flaky test and one that timed out are warned of at the test, in words without the message", () => {
    const flaky = cautionCandidates(
      PAYS,
      [analysed("checkout.pays", "flaky", { rule: "flake/history" })],
      RUN,
    );
    expect(flaky).toMatchObject([
      {
        kind: "caution",
        cause: "flaky",
        scope: "checkout",
        anchors: ["test:checkout/pays"],
        claim: "checkout/pays is flaky: it passed and failed at one revision.",
        evidence: { check: "failed", complete: true },
        tests: ["test:checkout/pays"],
        seen: 1,
      },
    ]);
    const late = analysed("checkout.pays", "timeout", { rule: "test-timeout/wait" });
    expect(cautionCandidates(PAYS, [late], RUN)[0]?.claim).toBe(
      "checkout/pays runs out of time now and then (test timeout).",
    );
  });

  test("the same trouble with another message is the same statement", () => {
    const digest = (message: string, rule: string) =>
      cautionCandidates(
        evidenceOf([failed("pays", message)]),
        [analysed("checkout.pays", "flaky", { rule, quote: message })],
        RUN,
      )[0]?.digest;
    expect(digest("expected 1", "flake/history")).toBe(digest("socket hang up", "flake/passed-on-retry"));
  });

  test("one trouble of the environment is one caution at the job, however many tests it broke", () => {
    const names = Array.from({ length: 60 }, (_, n) => `t${String(n).padStart(2, "0")}`);
    const evidence = evidenceOf(names.map((name) => failed(name)));
    const failures = names.map((name, n) =>
      analysed(`checkout.${name}`, "environment", { rule: n % 2 ? "network/dns" : "network/refused" }),
    );
    const disk = analysed("checkout.t00", "environment", { rule: "disk-full" });
    const found = cautionCandidates(evidence, [...failures, disk], { ...RUN, job: "linux / e2e" });
    expect(found.map(({ claim, seen }) => [claim, seen]).sort()).toEqual([
      ["Job linux / e2e fails at times because of its environment (disk full).", 1],
      ["Job linux / e2e fails at times because of its environment (network).", 60],
    ]);
    for (const { anchors, scope } of found)
      expect([anchors, scope]).toEqual([["job:linux / e2e"], "general"]);
    expect(found.find(({ seen }) => seen === 60)?.tests).toEqual(
      names.slice(0, 50).map((name) => `test:checkout/${name}`),
    );
    expect(cautionCandidates(evidence, failures, RUN)).toMatchObject([
      {
        anchors: ["check:network"],
        claim: "A run of the tests fails at times because of its environment (network).",
      },
    ]);
  });

  test("a failure without a test is warned of at the job", () => {
    const late = analysed(null, "timeout", { rule: "job-timeout" });
    expect(cautionCandidates(evidenceOf([]), [late], { ...RUN, job: "e2e" })).toMatchObject([
      {
        anchors: ["job:e2e"],
        claim: "Job e2e runs out of time now and then (job timeout).",
        tests: [],
        scope: "general",
      },
    ]);
  });

  test("the evidence is complete with a quoted line, or with attempts that went both ways", () => {
    const complete = (quote: string | null, attempts: ("passed" | "failed")[]) => {
      const told = testCase({
        name: "pays",
        flaky: true,
        ...(attempts.length === 0 ? {} : { attempts: attempts.map((outcome) => ({ outcome })) }),
      });
      const found = cautionCandidates(
        evidenceOf([told]),
        [analysed("checkout.pays", "flaky", { quote })],
        RUN,
      );
      return found[0]?.evidence.complete;
    };
    expect(complete("Error: no", [])).toBe(true);
    expect(complete(null, ["failed", "passed"])).toBe(true);
    expect(complete(null, ["passed"])).toBe(false);
    expect(complete(null, [])).toBe(false);
  });

  test("tests of one name in different suites are told apart", () => {
    const tests = ["a", "b"].map((outer) =>
      failed("pays", "Test timeout of 30000ms exceeded.", [outer, "checkout"]),
    );
    const evidence = evidenceOf(tests);
    const found = cautionCandidates(evidence, analyseFailures(evidence, {}), RUN);
    expect(found.map(({ anchors: [anchor], scope }) => [anchor, scope]).sort()).toEqual([
      ["test:a/checkout/pays", "a"],
      ["test:b/checkout/pays", "b"],
    ]);
  });

  test("hostile names give sound records", () => {
    for (const name of ["__proto__", "a\n\u001b[31mb\ufffd", "x".repeat(100_000), ""]) {
      const evidence = evidenceOf([failed(name, "no", ["__proto__"])]);
      const [{ test: full } = { test: null }] = analyseFailures(evidence, {});
      for (const cause of CAUTION_CAUSES) {
        const [found] = cautionCandidates(evidence, [analysed(full, cause, { rule: "a/b" })], {
          ...RUN,
          job: `${name}!`,
        });
        const { anchors, claim } = found!;
        const record = sampleRecord({
          id: sampleId("caution", 1),
          kind: "caution",
          type: undefined,
          anchors,
          claim,
          root_cause: cause,
        });
        expect(recordProblems(record)).toEqual([]);
      }
    }
  });
});
