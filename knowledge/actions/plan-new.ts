import * as z from "zod/mini";
import { AssayError } from "../errors.ts";
import { planPath } from "../plan/plan-folders.ts";
import { planTemplate } from "../plan/plan-template.ts";
import { SLUG } from "../plan/plan-words.ts";
import { readPlans } from "../plan/read-plans.ts";
import { notOneOf, quoted, slugLike } from "../plan/say-fault.ts";
import type { Deps } from "../ports/deps.ts";
import { policyFaults } from "../qa/policy-faults.ts";
import { operation } from "./operation.ts";

const Input = z.lazy(() =>
  z.object({
    plan: z.string().check(z.minLength(1), z.maxLength(200), z.describe("slug of the plan, a new one")),
    method: z._default(z.string(), "command").check(z.describe("method of its first case")),
  }),
);

export const PlanWritten = z.lazy(() =>
  z.object({
    slug: z.string(),
    file: z.string().check(z.describe("relative to the top of the work tree")),
    method: z.string(),
  }),
);
export type PlanWritten = z.output<typeof PlanWritten>;

/**
 * Writes a plan of one case, with comments that say what else there is; never over a file that is there. Errors:
 * plan_name_invalid, plan_exists, usage_invalid where the method is not known, those of the files.
 */
export const planNew = operation({
  id: "plan.new",
  title: "Write a new QA plan, to be filled in",
  input: Input,
  output: PlanWritten,
  writes: true,
  async run({ projectFiles }: Pick<Deps, "projectFiles">, { plan: slug, method: id }): Promise<PlanWritten> {
    if (!SLUG.test(slug) || slug.length > 100)
      throw new AssayError("plan_name_invalid", { plan: quoted(slug), slug: slugLike(slug) });
    const { methods } = await readPlans(projectFiles, policyFaults);
    const method = methods.get(id);
    if (method === undefined) {
      const [problem, fix] = notOneOf(id, [...methods.keys()], ["method"]);
      throw new AssayError("usage_invalid", {
        problem: `--method: ${problem}; ${fix}`,
        command: "assay plan new",
      });
    }
    const file = planPath(slug);
    const after = planTemplate(slug, method, [...methods.values()]);
    const changed = await projectFiles.write([{ path: file, before: null, after }]);
    if (changed.length > 0) throw new AssayError("plan_exists", { file, plan: slug });
    return { slug, file, method: id };
  },
});
