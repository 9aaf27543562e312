import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { methodJsonSchema, planJsonSchema } from "../../../knowledge/plan/json-schema.ts";
import { METHODS } from "../../../knowledge/plan/methods/index.ts";
import { parseMethod } from "../../../knowledge/plan/parse-method.ts";
import { parsePlan } from "../../../knowledge/plan/parse-plan.ts";
import { planTemplate } from "../../../knowledge/plan/plan-template.ts";
import {
  BAD_CONFIGS,
  caseValue,
  GOOD_CONFIGS,
  planText,
  planValue,
  RULES,
} from "../../support/sample-plan.ts";

const folder = join(import.meta.dirname, "../../../docs/schemas");
const told = (schema: object) => `${JSON.stringify(schema, null, 2)}\n`;
const ajv = new Ajv2020({ allErrors: false, strict: false });
const isPlan = ajv.compile(planJsonSchema());
const isMethod = ajv.compile(methodJsonSchema());

test("docs/schemas hold the forms as they stand", async () => {
  await expect(told(planJsonSchema())).toMatchFileSnapshot(join(folder, "plan.schema.json"));
  await expect(told(methodJsonSchema())).toMatchFileSnapshot(join(folder, "method.schema.json"));
});

const parses = (text: string) => parsePlan(text, ".assay/plans/shop.yaml", RULES).kind === "plan";

describe("an editor that reads the schema and the parser say the same", () => {
  test("of what is good", () => {
    for (const [id, configs] of Object.entries(GOOD_CONFIGS))
      for (const config of configs) {
        const text = planText("shop", id, config);
        expect([parses(text), isPlan(JSON.parse(text))], text).toEqual([true, true]);
      }
  });

  test("of configs that cannot be carried out", () => {
    for (const [id, configs] of Object.entries(BAD_CONFIGS))
      for (const [config] of configs) {
        const text = planText("shop", id, config);
        expect([parses(text), isPlan(JSON.parse(text))], text).toEqual([false, false]);
      }
  });

  test("of the rest of a plan", () => {
    const { title: _, ...untitled } = planValue();
    const { method_config: __, ...unconfigured } = caseValue();
    const other = (changes: object) => ({ ...planValue(), cases: [{ ...caseValue(), ...changes }] });
    const bad = [
      untitled,
      { ...planValue(), version: 3 },
      { ...planValue(), slug: "Shop" },
      { ...planValue(), titel: "x" },
      { ...planValue(), cases: [] },
      { ...planValue(), defaults: { qa_phase: "later" } },
      { ...planValue(), cases: [unconfigured] },
      other({ key: "a b" }),
      other({ instructions: " \n" }),
      other({ method: "command" }),
      other({ blocking_mode: "yes" }),
      other({ success_policy: {} }),
      other({ capability_requirements: ["Docker"] }),
      other({ qa_kind: "" }),
    ];
    for (const value of bad)
      expect([parses(JSON.stringify(value)), isPlan(value)], JSON.stringify(value)).toEqual([false, false]);
    const good = [
      planValue(),
      other({ qa_kind: "anything at all", suite_id: "s", target_env: "qa-2", qa_phase: "manual_acceptance" }),
    ];
    for (const value of good)
      expect([parses(JSON.stringify(value)), isPlan(value)], JSON.stringify(value)).toEqual([true, true]);
  });

  test("of a project's own method", () => {
    const value = {
      ...{ id: "speed", title: "Speed", runner_id: "worktree_run", config_contract: "command" },
      ...{ verdict_path: "automatic", evidence_contract: "a report" },
    };
    const isRead = (one: object) =>
      parseMethod(JSON.stringify(one), ".assay/methods/speed.yaml").kind === "method";
    expect([isRead(value), isMethod(value)]).toEqual([true, true]);
    for (const changes of [
      { id: "S" },
      { runner_id: "x" },
      { more: 1 },
      { title: "" },
      { concurrency: "both" },
    ])
      expect([isRead({ ...value, ...changes }), isMethod({ ...value, ...changes })]).toEqual([false, false]);
  });
});

test.each(METHODS.map((method) => [method.id, method] as const))(
  "a new plan of %s is valid as it stands",
  (_id, method) => {
    expect(parsePlan(planTemplate("shop", method, METHODS), ".assay/plans/shop.yaml", RULES)).toMatchObject({
      kind: "plan",
      plan: { title: "Shop", cases: [{ key: "first-case", method_id: method.id }] },
    });
  },
);
