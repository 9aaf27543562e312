import { beforeEach, describe, expect, test } from "vitest";
import { BUILDER, ITEM, type QaShop, qaShop } from "../support/qa-shop.ts";

let shop: QaShop;
beforeEach(async () => {
  shop = await qaShop();
});

type Fields = Readonly<Record<string, unknown>>;

/** The words of a requirement's standing after each of these attempts. */
async function wordsAfter(policy: Fields, attempts: readonly Fields[]): Promise<readonly string[]> {
  const id = await shop.add({ success_policy: policy });
  const words: string[] = [];
  for (const completed of attempts) {
    await shop.attempt(id, completed);
    words.push((await shop.standing(id)).word);
  }
  return words;
}

/** What a gate says of SHOP-12. */
async function gateTo(target: string) {
  const { result } = await shop.call("qa.gate_summary.run", ITEM, { target_status: target });
  return result.gate;
}

describe("success policies", () => {
  test("Q-037 each type has its own shape, and one that is none is refused by the key that is wrong", async () => {
    const wrong: readonly (readonly [Fields, string])[] = [
      [{ type: "deterministic", criteria: "verdict_fail" }, "criteria"],
      [{ type: "threshold", metric: "score", threshold: 0.9, operator: "above" }, "operator"],
      [{ type: "statistical", min_runs: 0, min_pass_rate: 0.9 }, "min_runs"],
      [{ type: "composite", rules: [{ metric: "coverage" }] }, "rules"],
      [{ type: "agent_judgment", confidence_pass: 2, confidence_fail: 0.7, min_runs: 1 }, "confidence_pass"],
      [{ type: "majority" }, "type"],
    ];
    for (const [success_policy, key] of wrong) {
      const wanted = { title: "It works", qa_kind: "e2e", success_policy };
      const { success, errors } = await shop.call("qa.requirement.add", ITEM, wanted);
      expect([success, errors[0]?.code]).toEqual([false, "qa_success_policy_invalid"]);
      expect(errors[0]?.message).toContain(key);
    }
  });

  test("Q-038 deterministic: one run that matches satisfies, by its verdict or by a value", async () => {
    expect(
      await wordsAfter({ type: "deterministic", criteria: "verdict_pass" }, [
        { verdict: "fail" },
        { verdict: "pass" },
      ]),
    ).toEqual(["failed", "satisfied"]);
    expect(
      await wordsAfter({ type: "deterministic", check: "http_status", expected: 200 }, [
        { verdict: "pass", values: { http_status: 302 } },
        { verdict: "pass", values: { http_status: 200 } },
      ]),
    ).toEqual(["failed", "satisfied"]);
  });

  test("Q-039 threshold: one run whose score or value reaches it satisfies", async () => {
    expect(
      await wordsAfter({ type: "threshold", metric: "score", threshold: 0.9, operator: "gte" }, [
        { verdict: "pass", score: 0.89 },
        { verdict: "pass", score: 0.9 },
      ]),
    ).toEqual(["failed", "satisfied"]);
    expect(
      await wordsAfter({ type: "threshold", metric: "p95_ms", threshold: 200, operator: "lt" }, [
        { verdict: "pass", values: { p95_ms: 200 } },
        { verdict: "pass", values: { p95_ms: 199.5 } },
      ]),
    ).toEqual(["failed", "satisfied"]);
  });

  test("Q-041 composite: all rules hold in one run, and one that is not measured is not met", async () => {
    const rules = [{ metric: "coverage", min: 80 }, { check: "no_console_errors" }];
    expect(
      await wordsAfter({ type: "composite", rules }, [
        { verdict: "pass", values: { coverage: 79, no_console_errors: true } },
        { verdict: "pass", values: { coverage: 91, no_console_errors: false } },
        { verdict: "pass", values: { coverage: 80, no_console_errors: true } },
      ]),
    ).toEqual(["failed", "failed", "satisfied"]);
    expect(
      await wordsAfter({ type: "composite", rules }, [{ verdict: "pass", values: { coverage: 91 } }]),
    ).toEqual(["undetermined"]);
    expect(await wordsAfter({ type: "composite", rules: [] }, [{ verdict: "pass" }])).toEqual([
      "undetermined",
    ]);
  });

  test("Q-042 agent_judgment: a sure pass satisfies, sure fails alone fail, anything else is undetermined", async () => {
    const policy = { type: "agent_judgment", confidence_pass: 0.9, confidence_fail: 0.7, min_runs: 1 };
    expect(
      await wordsAfter(policy, [
        { verdict: "pass", confidence: 0.89 },
        { verdict: "pass", confidence: 0.9 },
      ]),
    ).toEqual(["undetermined", "satisfied"]);
    expect(
      await wordsAfter(policy, [
        { verdict: "fail", confidence: 0.3 },
        { verdict: "fail", confidence: 0.29 },
      ]),
    ).toEqual(["failed", "undetermined"]);
    expect(await wordsAfter({ ...policy, min_runs: 2 }, [{ verdict: "fail", confidence: 1 }])).toEqual([
      "undetermined",
    ]);
  });

  test("Q-043 list, row and gate say the same of a policy, clause by clause", async () => {
    const id = await shop.add({
      success_policy: { type: "statistical", min_runs: 3, min_pass_rate: 0.6 },
    });
    for (const verdict of ["pass", "error", "pass"]) await shop.attempt(id, { verdict });
    const standing = await shop.standing(id);
    expect(standing).toMatchObject({ word: "satisfied", pass_rate_bounds: { low: expect.any(Number) } });
    const { result } = await shop.told(["qa", "requirement", "list", "--item", "SHOP-12"]);
    expect(result.requirements[0].standing).toEqual(standing);
    const gate = await gateTo("reviewed-implementation");
    expect(gate).toMatchObject({ is_open: true, rows: [{ requirement_id: id, standing }] });
  });
});

test("Q-002 a result is a run of a requirement, with a verdict that is not only yes or no, and its evidence", async () => {
  const policy = { type: "agent_judgment", confidence_pass: 0.9, confidence_fail: 0.7, min_runs: 1 };
  const id = await shop.add({ success_policy: policy });
  const run = await shop.attempt(id, null, { performed_by: "agent" }, BUILDER);
  shop.put("seen.txt", "the page was blank\n");
  const kept = ["--run-id", run, "--file", "seen.txt", "--kind", "log", "--description", "what was seen"];
  expect(await shop.told(["qa", "artifact", "add", ...kept], BUILDER)).toMatchObject({ success: true });
  const said = { verdict: "undetermined", verdict_reason: "the page was blank", confidence: 0.5 };
  await shop.call("qa.run.complete", shop.ofRun(run), said, {}, BUILDER);
  const { result } = await shop.call("qa.requirement.get", shop.requirement(id));
  expect(result.history).toMatchObject([{ ...said, artifacts: [{ artifact_kind: "log" }] }]);
  expect(result.requirement).toMatchObject({
    success_policy: policy,
    standing: { word: "undetermined", is_settled: false },
  });
});

test("Q-046 what a person has to sign off is due at done, and not before", async () => {
  const automatic = await shop.add();
  const signOff = await shop.add({ qa_phase: "manual_acceptance", qa_kind: "manual-acceptance" });
  await shop.attempt(automatic, { verdict: "pass" });
  expect(await gateTo("reviewed-implementation")).toMatchObject({ is_open: true });
  expect(await gateTo("done")).toMatchObject({ is_open: false, blockers: [{ requirement_id: signOff }] });
  await shop.attempt(signOff, { verdict: "pass" });
  expect(await gateTo("done")).toMatchObject({ is_open: true });
});

test("Q-115 Q-116 a check that comes from an acceptance criterion is a case, and graduates to a suite", async () => {
  const plan = (suite: string) => `version: 1
slug: shipping
title: Shipping
cases:
  - key: total
    title: The total includes shipping
    method_id: browser-check
    instructions: Open the checkout.
    expected_outcome: It says 12.99.
    method_config:
      steps:
        - {action: navigate, route: /}
        - {action: assert, target: output, check: text_contains, text: "12.99"}
${suite}`;
  shop.put(".assay/plans/shipping.yaml", plan(""));
  const derived = { plan_ids: ["shipping"], requirement_source: "ac_derived" };
  await shop.call("qa.plan.materialize", ITEM, derived);
  const rows = async () => (await shop.call("qa.requirement.list", ITEM)).result.requirements;
  expect(await rows()).toMatchObject([
    { requirement_source: "ac_derived", method_id: "browser-check", suite_id: null },
  ]);
  shop.put(".assay/plans/shipping.yaml", plan("    suite_id: checkout\n"));
  const again = await shop.told(["plan", "rematerialize", "--plan", "shipping", "--item", "SHOP-12"]);
  expect(again).toMatchObject({ success: true });
  expect(await rows()).toMatchObject([{ requirement_source: "ac_derived", suite_id: "checkout" }]);
});
