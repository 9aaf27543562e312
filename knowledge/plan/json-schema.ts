import * as z from "zod/mini";
import { CONFIG_SCHEMAS } from "./config-contracts.ts";
import type { ConfigContract } from "./method.ts";
import { MethodSchema } from "./method-file.ts";
import { METHODS } from "./methods/index.ts";
import { CaseSchema, PlanSchema } from "./plan-file.ts";

type Json = Readonly<Record<string, unknown>>;

/** What a contract asks of its steps as a whole, as JSON Schema has it. */
const STEPS: Partial<Record<ConfigContract, Json>> = {
  "browser-check": stepsWith("assert"),
  "browser-inspection": stepsWith("screenshot"),
};

/**
 * JSON Schema (2020-12) of a plan's file, for editors. It lets pass all that `assay plan validate` lets pass, and no more
 * than what a schema cannot say: that keys differ, names of files, success policies, a project's own methods. Pure.
 */
export function planJsonSchema(): Json {
  const plan = schemaOf(PlanSchema);
  const one = schemaOf(CaseSchema);
  const properties = plan.properties as Record<string, Json>;
  const inOrder = {
    ...one,
    allOf: METHODS.map(({ id, config_contract }) => ({
      if: { properties: { method_id: { const: id } }, required: ["method_id"] },
      // biome-ignore lint/suspicious/noThenProperty: a key of JSON Schema
      then: {
        ...(mayBeLeftOut(config_contract) ? {} : { required: ["method_config"] }),
        properties: { method_config: configSchema(config_contract) },
      },
    })),
  };
  return {
    $schema: DIALECT,
    title: "Assay QA plan, .assay/plans/<slug>.yaml",
    ...plan,
    properties: { ...properties, cases: { ...properties.cases, items: inOrder } },
  };
}

/** JSON Schema (2020-12) of the file of a project's own method, for editors. Pure. */
export function methodJsonSchema(): Json {
  return { $schema: DIALECT, title: "Assay QA method, .assay/methods/<id>.yaml", ...schemaOf(MethodSchema) };
}

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

function schemaOf(schema: z.core.$ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input" }) as Record<string, unknown>;
  return json;
}

function configSchema(contract: ConfigContract): Json {
  const json = schemaOf(CONFIG_SCHEMAS[contract]);
  const steps = STEPS[contract];
  if (steps === undefined) return json;
  const properties = json.properties as Record<string, Json>;
  return { ...json, properties: { ...properties, steps: { ...properties.steps, ...steps } } };
}

function mayBeLeftOut(contract: ConfigContract): boolean {
  return z.safeParse(CONFIG_SCHEMAS[contract], {}).success;
}

function stepsWith(action: string): Json {
  const doing = (name: string) => ({ properties: { action: { const: name } }, required: ["action"] });
  // Apart from `items`, which says nothing of what stands in a `prefixItems` beside it.
  return { allOf: [{ prefixItems: [doing("navigate")] }, { contains: doing(action) }] };
}
