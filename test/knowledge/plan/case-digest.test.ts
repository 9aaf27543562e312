import fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { caseDefinition } from "../../../knowledge/plan/case-definition.ts";
import { caseDigest } from "../../../knowledge/plan/case-digest.ts";
import { diffCase } from "../../../knowledge/plan/diff-case.ts";
import { parsePlan } from "../../../knowledge/plan/parse-plan.ts";
import type { PlanCase } from "../../../knowledge/plan/plan.ts";
import { caseValue, GOOD_CONFIGS, planValue, RULES } from "../../support/sample-plan.ts";

function firstCase(text: string): PlanCase {
  const parsed = parsePlan(text, ".assay/plans/shop.yaml", RULES);
  if (parsed.kind === "bad") throw new Error(JSON.stringify(parsed.problems));
  return parsed.plan.cases[0] as PlanCase;
}

const full = {
  ...caseValue(),
  method_id: "browser-check",
  method_config: GOOD_CONFIGS["browser-check"][0],
  instructions: "Put a book into the cart.\nPay for it.",
  capability_requirements: ["docker", "ssh"],
  success_policy: { type: "threshold", metric: "score", threshold: 0.9, operator: "gte" },
};
const textOf = (value: object) => JSON.stringify({ ...planValue(), cases: [value] });
const sample = firstCase(textOf(full));

test("how a file is laid out changes nothing of what its case says", () => {
  const value = { ...planValue(), cases: [full] };
  const yaml = stringify(value);
  const layouts = [
    JSON.stringify(value, null, 4),
    yaml,
    `# a comment\n\n${yaml.replaceAll("\n", "\r\n")}`,
    stringify(value, { defaultStringType: "QUOTE_DOUBLE", lineWidth: 20 }),
    stringify(value, { blockQuote: "folded", indent: 6, collectionStyle: "block" }),
    textOf(Object.fromEntries(Object.entries(full).toReversed())),
    textOf({ ...full, capability_requirements: ["ssh", "docker"] }),
    textOf({ ...full, instructions: `${full.instructions}\n\n` }),
    textOf({ ...full, qa_phase: "verification", blocking_mode: "blocking", qa_kind: "e2e" }),
  ];
  for (const text of layouts) {
    const other = firstCase(text);
    expect(diffCase(caseDefinition(sample), other), text).toEqual([]);
    expect(caseDigest(other)).toBe(caseDigest(sample));
  }
  expect(caseDigest(sample)).toMatch(/^[0-9a-f]{64}$/);
});

test("whatever a case says differently is named, and only that", () => {
  const steps = full.method_config.steps;
  const changes: Readonly<Record<string, unknown>> = {
    title: "Other",
    qa_kind: "smoke",
    method_id: "browser-inspection",
    instructions: "Other.",
    expected_outcome: "Other.",
    method_config: { ...full.method_config, steps: steps.toReversed().toSpliced(0, 0, steps[0]) },
    qa_phase: "post_deploy",
    blocking_mode: "non_blocking",
    target_env: "staging",
    success_policy: { type: "deterministic", criteria: "verdict_pass" },
    capability_requirements: ["docker"],
    suite_id: "checkout",
  };
  expect(Object.keys(changes).toSorted()).toEqual(Object.keys(caseDefinition(sample)).toSorted());
  for (const [field, value] of Object.entries(changes)) {
    const other = firstCase(textOf({ ...full, [field]: value }));
    expect(diffCase(caseDefinition(sample), other)).toEqual([field]);
    expect(caseDigest(other)).not.toBe(caseDigest(sample));
  }
});

test("the digest is the same exactly where no field differs", () => {
  const value = fc.record({
    title: fc.constantFrom("a", "b"),
    suite_id: fc.constantFrom(null, "x"),
    capability_requirements: fc.subarray(["a", "b", "c"]),
    method_config: fc.constantFrom({ command: "x" }, { command: "y" }, { command: "x", timeout_seconds: 3 }),
  });
  const ofValue = (some: object) => firstCase(textOf({ ...caseValue(), ...some }));
  fc.assert(
    fc.property(value, value, (one, other) => {
      const [a, b] = [ofValue(one), ofValue(other)];
      expect(caseDigest(a) === caseDigest(b)).toBe(diffCase(caseDefinition(a), b).length === 0);
    }),
    { numRuns: 40 },
  );
});

test("a definition that was kept by a version with other fields is told by their names", () => {
  const { suite_id: _, ...older } = caseDefinition(sample);
  expect(diffCase(older, sample)).toEqual([]);
  expect(diffCase({ ...older, gone: 1 }, { ...sample, suite_id: "x" })).toEqual(["suite_id", "gone"]);
});
