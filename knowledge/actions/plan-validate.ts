import * as z from "zod/mini";
import { readConfig } from "../config/read-config.ts";
import { findPlan } from "../plan/find-plan.ts";
import type { Plan } from "../plan/plan.ts";
import { METHODS_FOLDER, planPath } from "../plan/plan-folders.ts";
import type { PlanProblem } from "../plan/plan-problem.ts";
import { type ReadPlans, readPlans } from "../plan/read-plans.ts";
import type { Deps } from "../ports/deps.ts";
import { policyFaults } from "../qa/policy-faults.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { ToldProblem } from "../store/told-problem.ts";
import { operation } from "./operation.ts";

const Input = z.lazy(() =>
  z.object({
    plans: z
      ._default(z.array(z.string().check(z.minLength(1), z.maxLength(200))), [])
      .check(z.describe("slugs of the plans that are looked at; all by default")),
  }),
);

export const PlanValidation = z.lazy(() =>
  z.object({
    result: z
      .enum(["ok", "problems", "none"])
      .check(z.describe("none: there is no plan, so nothing was checked")),
    plans: z.int().check(z.describe("files of plans that were looked at")),
    cases: z.int().check(z.describe("cases of those that can be used")),
    methods: z.int().check(z.describe("files of methods that were looked at")),
    problems: z.array(ToldProblem),
  }),
);
export type PlanValidation = z.output<typeof PlanValidation>;

/**
 * Everything that is wrong with the project's plans and methods, by file and line, each with its way out. Errors:
 * plan_missing where one is named that is not there, config_invalid, secrets_unreadable, those of the files.
 */
export const planValidate = operation({
  id: "plan.validate",
  title: "Check the QA plans and methods",
  input: Input,
  output: PlanValidation,
  writes: false,
  async run(
    deps: Pick<Deps, "configFile" | "projectFiles" | "secrets">,
    { plans: slugs },
  ): Promise<PlanValidation> {
    const [read, config, mask] = await Promise.all([
      readPlans(deps.projectFiles, policyFaults),
      readConfig(deps.configFile),
      secretsMask(deps.secrets),
    ]);
    const { plans, files, problems } = asked(read, slugs);
    const names = config.environments.map(({ name }) => name);
    const found = [
      ...problems,
      ...plans.flatMap((plan) => [...unknownEnvironments(plan, names), ...secretsIn(plan, mask)]),
    ];
    const count = { plans: files.plans.length, methods: files.methods.length };
    const isNone = count.plans === 0 && found.length === 0;
    return {
      result: found.length > 0 ? "problems" : isNone ? "none" : "ok",
      ...count,
      cases: plans.reduce((sum, { cases }) => sum + cases.length, 0),
      problems: found.map((problem) => mask(problem)),
    };
  },
});

/** What is asked for: all of it, or some plans with the methods that they may need. */
function asked(read: ReadPlans, slugs: readonly string[]): Pick<ReadPlans, "plans" | "files" | "problems"> {
  if (slugs.length === 0) return read;
  const paths = new Set(slugs.map(planPath));
  for (const slug of slugs)
    if (!read.problems.some(({ file }) => file === planPath(slug))) findPlan(read, slug);
  return {
    plans: read.plans.filter(({ slug }) => slugs.includes(slug)),
    files: { plans: read.files.plans.filter((path) => paths.has(path)), methods: read.files.methods },
    problems: read.problems.filter(({ file }) => paths.has(file) || file.startsWith(`${METHODS_FOLDER}/`)),
  };
}

/** Environments that the settings do not have, each once, at the first case that names it. */
function unknownEnvironments({ slug, cases }: Plan, names: readonly string[]): readonly PlanProblem[] {
  const known = ["local", ...names];
  const told = new Set<string>();
  return cases.flatMap(({ target_env, line }, index): readonly PlanProblem[] => {
    if (target_env === null || known.includes(target_env) || told.has(target_env)) return [];
    told.add(target_env);
    return [
      {
        file: planPath(slug),
        line,
        key: `cases[${index}].target_env`,
        message: `${target_env} is no registered environment; there are ${known.join(", ")}`,
        fix: `add \`{name: ${target_env}, kind: preview}\` to \`environments\` in .assay/config.yaml, or name another`,
      },
    ];
  });
}

/** Plans are committed, and what they say is shown and sent on. */
function secretsIn(plan: Plan, mask: SecretMask): readonly PlanProblem[] {
  const holds = (value: unknown) => JSON.stringify(mask(value)) !== JSON.stringify(value);
  const { cases, ...head } = plan;
  const at = (line: number, key: string | null): PlanProblem => ({
    file: planPath(plan.slug),
    line,
    key,
    message: "holds a secret of the secrets files",
    fix: "take it out, and change the secret where the file was pushed",
  });
  return [
    ...(holds(head) ? [at(1, null)] : []),
    ...cases.flatMap((one, index) => (holds(one) ? [at(one.line, `cases[${index}]`)] : [])),
  ];
}
