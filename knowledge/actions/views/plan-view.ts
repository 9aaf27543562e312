import * as z from "zod/mini";
import { caseDigest } from "../../plan/case-digest.ts";
import { CONFIG_CONTRACTS, RUNNER_IDS } from "../../plan/method.ts";
import { METHODS } from "../../plan/methods/index.ts";
import type { Plan } from "../../plan/plan.ts";
import { planPath } from "../../plan/plan-folders.ts";
import { BLOCKING_MODES, QA_PHASES } from "../../plan/plan-words.ts";
import type { ReadPlans } from "../../plan/read-plans.ts";

const json = () => z.record(z.string(), z.unknown());

const CaseView = z.lazy(() =>
  z.object({
    key: z.string(),
    title: z.string(),
    qa_kind: z.string().check(z.describe("free text")),
    method_id: z.string(),
    instructions: z.string(),
    expected_outcome: z.string(),
    method_config: json(),
    qa_phase: z.enum(QA_PHASES),
    blocking_mode: z.enum(BLOCKING_MODES),
    target_env: z.nullable(z.string()),
    success_policy: z.nullable(json()).check(z.describe("null: one qualifying pass")),
    capability_requirements: z.array(z.string()).check(z.describe("beside those of the method")),
    suite_id: z.nullable(z.string()),
    line: z.int(),
    digest: z.string().check(z.describe("SHA-256 of what the case says, however it is laid out")),
  }),
);

/** A plan with all that its cases say; keys are those of its file. */
export const PlanView = z.lazy(() =>
  z.object({
    slug: z.string(),
    file: z.string().check(z.describe("relative to the top of the work tree")),
    title: z.string(),
    purpose: z.string(),
    defaults: z.object({
      qa_phase: z.enum(QA_PHASES),
      blocking_mode: z.enum(BLOCKING_MODES),
      target_env: z.nullable(z.string()),
    }),
    cases: z.array(CaseView),
  }),
);
export type PlanView = z.output<typeof PlanView>;

export function viewPlan({ slug, title, purpose, defaults, cases }: Plan): PlanView {
  return {
    slug,
    file: planPath(slug),
    title,
    purpose,
    defaults,
    cases: cases.map((one) => ({
      ...one,
      capability_requirements: [...one.capability_requirements],
      digest: caseDigest(one),
    })),
  };
}

/** A method that a case can name. */
export const MethodView = z.lazy(() =>
  z.object({
    id: z.string(),
    title: z.string(),
    runner_id: z.enum(RUNNER_IDS),
    required_capability_kinds: z.array(z.string()),
    verdict_path: z.enum(["automatic", "agent", "person"]),
    evidence_contract: z.string(),
    concurrency: z.enum(["parallel", "serial"]),
    config_contract: z.enum(CONFIG_CONTRACTS),
    qa_kind: z.string().check(z.describe("kind of a case that says none")),
    isBuiltIn: z.boolean(),
  }),
);
export type MethodView = z.output<typeof MethodView>;

export function viewMethods({ methods }: Pick<ReadPlans, "methods">): MethodView[] {
  const builtIn = new Set<string>(METHODS.map(({ id }) => id));
  return [...methods.values()].map((method) => ({
    ...method,
    required_capability_kinds: [...method.required_capability_kinds],
    isBuiltIn: builtIn.has(method.id),
  }));
}
