import * as z from "zod/mini";
import { findPlan } from "../plan/find-plan.ts";
import { readPlans } from "../plan/read-plans.ts";
import type { Deps } from "../ports/deps.ts";
import { policyFaults } from "../qa/policy-faults.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { operation } from "./operation.ts";
import { PlanView, viewPlan } from "./views/plan-view.ts";

const Input = z.lazy(() =>
  z.object({
    plan: z.string().check(z.minLength(1), z.maxLength(200), z.describe("slug of the plan")),
  }),
);

/** One plan with all its cases. Errors: plan_missing, plan_invalid, secrets_unreadable, those of the files. */
export const planShow = operation({
  id: "plan.show",
  title: "Show a QA plan with its cases",
  input: Input,
  output: PlanView,
  writes: false,
  async run(
    { projectFiles, secrets }: Pick<Deps, "projectFiles" | "secrets">,
    { plan: slug },
  ): Promise<PlanView> {
    const plan = findPlan(await readPlans(projectFiles, policyFaults), slug);
    const mask = await secretsMask(secrets);
    return mask(viewPlan(plan));
  },
});
