import * as z from "zod/mini";
import { planPath } from "../plan/plan-folders.ts";
import { readPlans } from "../plan/read-plans.ts";
import type { Deps } from "../ports/deps.ts";
import { policyFaults } from "../qa/policy-faults.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { operation } from "./operation.ts";
import { MethodView, viewMethods } from "./views/plan-view.ts";

export const PlanList = z.lazy(() =>
  z.object({
    plans: z.array(
      z.object({
        slug: z.string(),
        file: z.string().check(z.describe("relative to the top of the work tree")),
        title: z.string(),
        cases: z.int(),
        blocking: z.int().check(z.describe("cases that hold something up")),
        methods: z.array(z.string()).check(z.describe("methods of its cases, in order, none twice")),
      }),
    ),
    unusable: z
      .array(z.object({ file: z.string(), problems: z.int() }))
      .check(z.describe("files of plans and methods that cannot be used; `plan validate` says why")),
    methods: z.array(MethodView).check(z.describe("built-in ones, then the project's own")),
  }),
);
export type PlanList = z.output<typeof PlanList>;

/** The project's plans in order of their slugs, and the methods that cases can name. Errors: secrets_unreadable, those of the files. */
export const planList = operation({
  id: "plan.list",
  title: "List the QA plans and the methods",
  input: z.object({}),
  output: PlanList,
  writes: false,
  async run({ projectFiles, secrets }: Pick<Deps, "projectFiles" | "secrets">): Promise<PlanList> {
    const read = await readPlans(projectFiles, policyFaults);
    const files = [...new Set(read.problems.map(({ file }) => file))];
    const mask = await secretsMask(secrets);
    return mask({
      plans: read.plans.map(({ slug, title, cases }) => ({
        slug,
        file: planPath(slug),
        title,
        cases: cases.length,
        blocking: cases.filter(({ blocking_mode }) => blocking_mode === "blocking").length,
        methods: [...new Set(cases.map(({ method_id }) => method_id))],
      })),
      unusable: files.map((file) => ({
        file,
        problems: read.problems.filter((problem) => problem.file === file).length,
      })),
      methods: viewMethods(read),
    });
  },
});
