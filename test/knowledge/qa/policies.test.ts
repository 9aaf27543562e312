import { readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isRateAtLeast } from "../../../knowledge/qa/decimal.ts";
import { evaluatePolicy } from "../../../knowledge/qa/evaluate-policy.ts";
import { parseSuccessPolicy } from "../../../knowledge/qa/parse-success-policy.ts";
import { POLICIES } from "../../../knowledge/qa/policies/index.ts";
import type { QaRun, QaVerdict } from "../../../knowledge/qa/qa-run.ts";
import { id, run } from "./samples.ts";

/** Runs that every policy is asked about. */
const RUNS = {
  none: [],
  pass: [run()],
  fail: [run({ verdict: "fail" })],
  undetermined: [run({ verdict: "undetermined" })],
  error: [run({ verdict: "error" })],
  "pass and fail": [run(), run({ id: id("run", 2), verdict: "fail" })],
  "pass, good values": [
    run({ score: 0.9, confidence: 0.9, raw_result: { values: { exit_code: 0, coverage: 80, clean: true } } }),
  ],
  "pass, bad values": [
    run({
      score: 0.89,
      confidence: 0.2,
      raw_result: { values: { exit_code: 1, coverage: 79, clean: false } },
    }),
  ],
  "pass, grouped values": [
    run({ raw_result: { values: { checks: { exit_code: 0, clean: true }, metrics: { coverage: 99 } } } }),
  ],
  "pass, check skipped": [
    run({ raw_result: { values: { exit_code: "skipped", coverage: 90, clean: "skipped" } } }),
  ],
  "pass, no test ran": [
    run({
      score: 1,
      confidence: 1,
      raw_result: {
        values: { exit_code: 0, coverage: 100, clean: true, tests: { passed: 0, failed: 0, skipped: 4 } },
      },
    }),
  ],
  "undetermined, good values": [
    run({
      verdict: "undetermined",
      score: 1,
      confidence: 1,
      raw_result: { values: { exit_code: 0, coverage: 100, clean: true } },
    }),
  ],
  "fail by code, good values": [
    run({
      verdict: "fail",
      score: 1,
      confidence: 0.3,
      raw_result: { values: { exit_code: 0, coverage: 100, clean: true } },
    }),
  ],
  "fail by a person, good values": [
    run({
      verdict: "fail",
      score: 1,
      decided_by: "person",
      raw_result: { values: { exit_code: 0, coverage: 100, clean: true } },
    }),
  ],
  "pass by a person": [run({ decided_by: "person" })],
  "fail by a model, hardly sure": [run({ verdict: "fail", confidence: 0.29, decided_by: "model" })],
  "19 of 20": repeated(19, 1),
  "18 of 20": repeated(18, 2),
  "4 of 4": repeated(4, 0),
  "0 of 20": repeated(0, 20),
} as const satisfies Record<string, readonly QaRun[]>;

const POLICY = {
  none: null,
  "verdict pass": { type: "deterministic", criteria: "verdict_pass" },
  "exit code 0": { type: "deterministic", check: "exit_code", expected: 0 },
  "score at least 0.9": { type: "threshold", metric: "score", threshold: 0.9, operator: "gte" },
  "coverage at most 80": { type: "threshold", metric: "coverage", threshold: 80, operator: "lte" },
  "95% of 5": { type: "statistical", min_runs: 5, min_pass_rate: 0.95 },
  "75% of 5, surely": { type: "statistical", min_runs: 5, min_pass_rate: 0.75, confidence: "lower_bound" },
  "coverage and clean": {
    type: "composite",
    rules: [{ metric: "coverage", min: 80 }, { metric: "coverage", min_pct: 80 }, { check: "clean" }],
  },
  "no rules": { type: "composite", rules: [] },
  judgment: { type: "agent_judgment", confidence_pass: 0.9, confidence_fail: 0.7, min_runs: 1 },
  "of a later version": { type: "bayesian" },
} as const;

/** s: satisfied, f: failed, u: undetermined; in the order of {@link POLICY}. */
const TRUTH: Record<keyof typeof RUNS, string> = {
  none: "u u u u u u u u u u u",
  pass: "s s u u u u u u u u u",
  fail: "f f u u u u u u u u u",
  undetermined: "u u u u u u u u u u u",
  error: "f f f f f u u f u u u",
  "pass and fail": "s s u u u u u u u u u",
  "pass, good values": "s s s s s u u s u s u",
  "pass, bad values": "s s f f s u u f u u u",
  "pass, grouped values": "s s s u f u u s u u u",
  "pass, check skipped": "s s u u f u u u u u u",
  "pass, no test ran": "u u u u u u u u u u u",
  "undetermined, good values": "u u u u u u u u u u u",
  "fail by code, good values": "f f s s f u u s u f u",
  "fail by a person, good values": "f f f f f u u f u f u",
  "pass by a person": "s s u u u u u u u s u",
  "fail by a model, hardly sure": "f f f f f u u f u u u",
  "19 of 20": "s s u u u s s u u u u",
  "18 of 20": "s s u u u f u u u u u",
  "4 of 4": "s s u u u u u u u u u",
  "0 of 20": "f f u u u f f u u u u",
};

describe("success policies", () => {
  test.each(Object.keys(RUNS) as (keyof typeof RUNS)[])("say of runs that are: %s", (name) => {
    const outcomes = Object.values(POLICY).map((policy) => evaluatePolicy(policy, RUNS[name]));
    expect(outcomes.map(({ outcome }) => outcome.charAt(0)).join(" ")).toBe(TRUTH[name]);
    for (const { outcome, clauses } of outcomes) {
      expect(clauses.length).toBeGreaterThan(0);
      if (outcome === "satisfied")
        expect(clauses.map((clause) => clause.outcome)).not.toContain("not_evaluated");
    }
  });

  test("stand each in a file of the folder, with a type of its own", () => {
    const files = readdirSync(join(import.meta.dirname, "../../../knowledge/qa/policies"))
      .filter((file) => file !== "index.ts")
      .map((file) => file.replace(/\.ts$/, "").replaceAll("-", "_"));
    expect(POLICIES.map(({ type }) => type).toSorted()).toEqual(files.toSorted());
  });
});

const verdicts = fc.array(fc.constantFrom<QaVerdict>("pass", "fail", "undetermined", "error"), {
  maxLength: 25,
});
const runs = verdicts.chain((given) =>
  fc
    .array(
      fc.record({
        score: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        confidence: fc.option(fc.constantFrom(0.1, 0.3, 0.5, 0.9, 1)),
        decided_by: fc.constantFrom("code", "model", "person"),
        values: fc.record(
          {
            exit_code: fc.integer({ min: 0, max: 1 }),
            coverage: fc.integer({ min: 78, max: 82 }),
            clean: fc.boolean(),
          },
          { requiredKeys: [] },
        ),
      }),
      { minLength: given.length, maxLength: given.length },
    )
    .map((facts) =>
      facts.map(({ values, ...columns }, index) =>
        run({ id: id("run", index), verdict: given[index]!, ...columns, raw_result: { values } }),
      ),
    ),
);
const policies = fc.constantFrom(...Object.values(POLICY));

describe("any success policy", () => {
  test("says the same in whatever order the runs came", () => {
    fc.assert(
      fc.property(policies, runs, fc.infiniteStream(fc.nat()), (policy, given, draws) => {
        const shuffled = given.map((one) => [draws.next().value, one] as const).toSorted(([a], [b]) => a - b);
        expect(
          evaluatePolicy(
            policy,
            shuffled.map(([, one]) => one),
          ),
        ).toEqual(evaluatePolicy(policy, given));
      }),
    );
  });

  test("is never satisfied by what is undetermined, went wrong, or is not there", () => {
    fc.assert(
      fc.property(policies, runs, (policy, given) => {
        const unproved = given.filter(({ verdict }) => verdict === "undetermined" || verdict === "error");
        expect(evaluatePolicy(policy, unproved).outcome).not.toBe("satisfied");
      }),
    );
  });
});

describe("a statistical policy", () => {
  const rate = (given: readonly QaVerdict[], extra: object = {}) =>
    evaluatePolicy(
      { type: "statistical", min_runs: 1, min_pass_rate: 0.5, ...extra },
      given.map((verdict, index) => run({ id: id("run", index), verdict })),
    );

  test("counts an undetermined run neither above nor below the line, and an error as one that did not pass", () => {
    fc.assert(
      fc.property(verdicts, (given) => {
        const said = rate(given);
        expect(rate([...given, "undetermined"])).toMatchObject({
          outcome: said.outcome,
          interval: said.interval,
        });
        const asFailures = given.map((one) => (one === "error" ? "fail" : one));
        expect(rate(asFailures)).toEqual(said);
      }),
    );
  });

  test("compares a rate as it is written", () => {
    for (const [passes, runs, least] of [
      [19, 20, 0.95],
      [29, 100, 0.29],
      [57, 100, 0.57],
      [1, 10_000_000, 1e-7],
      [7, 10, 0.7],
    ] as const) {
      expect(isRateAtLeast(passes, runs, least), `${passes} of ${runs}`).toBe(true);
      expect(isRateAtLeast(passes - 1, runs, least), `${passes - 1} of ${runs}`).toBe(false);
    }
  });

  test("always shows Wilson's bounds, known from tables", () => {
    const { interval } = evaluatePolicy(POLICY["95% of 5"], RUNS["19 of 20"]);
    expect(interval?.low).toBeCloseTo(0.7639, 4);
    expect(interval?.high).toBeCloseTo(0.9911, 4);
    expect(evaluatePolicy(POLICY["95% of 5"], RUNS["4 of 4"]).interval).toEqual({
      low: expect.closeTo(0.5101, 4),
      high: 1,
    });
    expect(rate(["undetermined"]).interval).toBeNull();
  });
});

describe("reading a success policy", () => {
  test.each([
    [{ type: "deterministic" }, "criteria"],
    [{ type: "deterministic", criteria: "verdict_fail" }, "criteria"],
    [{ type: "deterministic", check: "exit_code" }, "expected"],
    [{ type: "deterministic", check: "exit_code", expected: null }, "expected"],
    [{ type: "threshold", metric: "score", threshold: "0.9", operator: "gte" }, "threshold"],
    [{ type: "threshold", metric: "score", threshold: 0.9, operator: "ge" }, "operator"],
    [{ type: "statistical", min_runs: 0, min_pass_rate: 0.9 }, "min_runs"],
    [{ type: "statistical", min_runs: 5, min_pass_rate: 0 }, "min_pass_rate"],
    [{ type: "statistical", min_runs: 5, min_pass_rate: 95 }, "min_pass_rate"],
    [{ type: "statistical", min_runs: 5, min_pass_rate: 0.9, min_rums: 5 }, "min_rums"],
    [{ type: "composite" }, "rules"],
    [{ type: "composite", rules: [{ metric: "coverage", min: "80" }] }, "rules.0.min"],
    [{ type: "composite", rules: [{ check: "clean", min: 1 }] }, "rules.0.min"],
    [{ type: "agent_judgment", confidence_pass: 1.1, confidence_fail: 0.7, min_runs: 1 }, "confidence_pass"],
    [{ type: "majority" }, "type"],
    [{}, "type"],
    [[], ""],
    ["verdict_pass", ""],
    [undefined, ""],
  ])("names the key that is wrong: %j", (json, key) => {
    const parsed = parseSuccessPolicy(json);
    expect(parsed).toMatchObject({ kind: "problem", key });
    expect(parsed.kind === "problem" && parsed.problem).toContain(
      key === "" ? "success_policy" : `success_policy.${key}`,
    );
  });

  test("takes every policy that has a type, and nothing makes it throw", () => {
    for (const [name, policy] of Object.entries(POLICY))
      expect(parseSuccessPolicy(policy).kind, name).toBe(
        name === "of a later version" ? "problem" : "policy",
      );
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...POLICIES.map(({ type }) => type)), (json, type) => {
        parseSuccessPolicy(json);
        parseSuccessPolicy({ ...(typeof json === "object" ? json : {}), type });
      }),
    );
  });
});

function repeated(passes: number, failures: number): readonly QaRun[] {
  return Array.from({ length: passes + failures }, (_, index) =>
    run({ id: id("run", index), verdict: index < passes ? "pass" : "fail" }),
  );
}
