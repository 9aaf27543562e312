import { describe, expect, test } from "vitest";
import { caseDefinition } from "../../../knowledge/plan/case-definition.ts";
import { caseDigest } from "../../../knowledge/plan/case-digest.ts";
import type { Plan, PlanCase } from "../../../knowledge/plan/plan.ts";
import { planCurrency } from "../../../knowledge/qa/currency.ts";
import type { Requirement } from "../../../knowledge/qa/requirement.ts";
import { requirement } from "./samples.ts";

const pays: PlanCase = {
  key: "pays",
  title: "A basket is paid",
  qa_kind: "simulation",
  method_id: "command",
  instructions: "Run the suite.",
  expected_outcome: "It passes.",
  method_config: { command: "npm test", timeout_seconds: 60 },
  qa_phase: "verification",
  blocking_mode: "blocking",
  target_env: null,
  success_policy: null,
  capability_requirements: ["repo", "docker"],
  suite_id: null,
  line: 9,
};

function plan(...cases: readonly PlanCase[]): Plan {
  return {
    slug: "checkout",
    title: "Checkout",
    purpose: "",
    defaults: { qa_phase: "verification", blocking_mode: "blocking", target_env: null },
    cases,
  };
}

function rowOf(one: PlanCase, columns: Partial<Requirement> = {}) {
  const { key, line: _, ...chosen } = one;
  const link = { plan: "checkout", case_key: key, digest: caseDigest(one), definition: caseDefinition(one) };
  return {
    row: requirement({
      ...chosen,
      capability_requirements: ["browser-control", ...one.capability_requirements],
      plan_case: link,
      ...columns,
    }),
  };
}

const NO_PROBLEMS: never[] = [];

describe("a requirement against its plan", () => {
  test("is current while it says what the case says, however that is laid out", () => {
    const moved = {
      ...pays,
      line: 40,
      method_config: { timeout_seconds: 60, command: "npm test" },
      capability_requirements: ["docker", "repo"],
    };
    expect(planCurrency(rowOf(pays), { plans: [plan(moved)], problems: NO_PROBLEMS })).toEqual({
      kind: "current",
      fields: [],
    });
  });

  test("is stale by the fields that differ, and current again by a correction that says the same", () => {
    const amended = {
      ...pays,
      method_config: { command: "npm run e2e" },
      expected_outcome: "All of it passes.",
    };
    const plans = { plans: [plan(amended)], problems: NO_PROBLEMS };
    expect(planCurrency(rowOf(pays), plans)).toEqual({
      kind: "stale",
      fields: ["expected_outcome", "method_config"],
    });
    const corrected = rowOf(pays, {
      method_config: amended.method_config,
      method_config_revision: 3,
      expected_outcome: amended.expected_outcome,
    });
    expect(planCurrency(corrected, plans).kind).toBe("current");
    expect(planCurrency(corrected, { plans: [plan(pays)], problems: NO_PROBLEMS }).fields).toEqual([
      "expected_outcome",
      "method_config",
    ]);
    const phased = { ...pays, qa_phase: "post_deploy" as const, capability_requirements: ["repo"] };
    expect(planCurrency(rowOf(pays), { plans: [plan(phased)], problems: NO_PROBLEMS }).fields).toEqual([
      "qa_phase",
      "capability_requirements",
    ]);
  });

  test("a kind that was corrected away is missed as long as the case asks for it, and no longer", () => {
    const corrected = rowOf(pays, { capability_requirements: ["browser-control", "repo"] });
    expect(planCurrency(corrected, { plans: [plan(pays)], problems: NO_PROBLEMS })).toEqual({
      kind: "stale",
      fields: ["capability_requirements"],
    });
    const eased = { ...pays, capability_requirements: ["repo"] };
    expect(planCurrency(corrected, { plans: [plan(eased)], problems: NO_PROBLEMS }).kind).toBe("current");
  });

  test("tells a case that is gone from a plan that cannot be read, and from no plan at all", () => {
    const other = plan({ ...pays, key: "other" });
    expect(planCurrency(rowOf(pays), { plans: [other], problems: NO_PROBLEMS }).kind).toBe("orphaned");
    expect(planCurrency(rowOf(pays), { plans: [], problems: NO_PROBLEMS }).kind).toBe("orphaned");
    const problem = { file: ".assay/plans/checkout.yaml", line: 1, key: null, message: "", fix: "" };
    expect(planCurrency(rowOf(pays), { plans: [], problems: [problem] }).kind).toBe("unreadable");
    const elsewhere = { ...problem, file: ".assay/methods/checkout.yaml" };
    expect(planCurrency(rowOf(pays), { plans: [], problems: [elsewhere] }).kind).toBe("orphaned");
    expect(planCurrency({ row: requirement() }, { plans: [other], problems: [] }).kind).toBe("unplanned");
  });
});
