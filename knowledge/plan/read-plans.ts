import type { ProjectFiles } from "../ports/project-files.ts";
import type { Method } from "./method.ts";
import { METHODS } from "./methods/index.ts";
import type { Plan } from "./plan.ts";
import { METHODS_FOLDER, PLANS_FOLDER } from "./plan-folders.ts";
import type { PlanProblem } from "./plan-problem.ts";
import type { CheckPolicy } from "./plan-rules.ts";
import { SLUG } from "./plan-words.ts";
import { slugLike } from "./say-fault.ts";
import { stemOf } from "./stem-of.ts";

/** What a project says has to be proved, and how. */
export interface ReadPlans {
  /** In order of their slugs. */
  readonly plans: readonly Plan[];
  /** By id: the built-in ones, then the project's that can be used. */
  readonly methods: ReadonlyMap<string, Method>;
  /** What is wrong with files of plans and methods; such a file gives none. */
  readonly problems: readonly PlanProblem[];
  /** Files that were read, relative to the top of the work tree. */
  readonly files: { readonly plans: readonly string[]; readonly methods: readonly string[] };
}

/**
 * Reads all plans and methods of the project. A file that cannot be used hides no other. `checkPolicy` says what is wrong
 * with a success policy. Errors: those of the files.
 */
export async function readPlans(
  files: Pick<ProjectFiles, "list" | "read">,
  checkPolicy: CheckPolicy,
): Promise<ReadPlans> {
  const [plan, method] = await Promise.all([namesIn(files, PLANS_FOLDER), namesIn(files, METHODS_FOLDER)]);
  const problems: PlanProblem[] = [...plan.problems, ...method.problems];
  const methods = new Map<string, Method>(METHODS.map((one) => [one.id, one]));
  const plans: Plan[] = [];
  // The YAML package is only read where there is something to be read by it.
  const isNone = plan.paths.length === 0 && method.paths.length === 0;
  const read = isNone ? null : await Promise.all([import("./parse-plan.ts"), import("./parse-method.ts")]);
  for (const path of read === null ? [] : method.paths) {
    const parsed = read?.[1].parseMethod((await files.read(path)) ?? "", path);
    if (parsed?.kind === "method") methods.set(parsed.method.id, parsed.method);
    else problems.push(...(parsed?.problems ?? []));
  }
  for (const path of read === null ? [] : plan.paths) {
    const parsed = read?.[0].parsePlan((await files.read(path)) ?? "", path, { methods, checkPolicy });
    if (parsed?.kind === "plan") plans.push(parsed.plan);
    else problems.push(...(parsed?.problems ?? []));
  }
  return { plans, methods, problems, files: { plans: plan.paths, methods: method.paths } };
}

/** Paths of the YAML files in a folder, and what is wrong with their names; other files are none of ours. */
async function namesIn(files: Pick<ProjectFiles, "list">, folder: string) {
  const names = (await files.list(folder)).filter((name) => /\.ya?ml$/i.test(name)).toSorted();
  const problems = names.flatMap((name): PlanProblem[] => {
    const stem = stemOf(name);
    const file = `${folder}/${name}`;
    const wrong = (message: string, fix: string) => [{ file, line: 1, key: null, message, fix }];
    if (!name.endsWith(".yaml"))
      return wrong("is not read: it does not end in .yaml", `call it ${stem}.yaml`);
    return SLUG.test(stem) && stem.length <= 100
      ? []
      : wrong(
          "is not read: its name is no slug",
          `call it by lower-case letters and digits with single hyphens between, as in \`${slugLike(stem)}\``,
        );
  });
  const bad = new Set(problems.map(({ file }) => file));
  return { problems, paths: names.map((name) => `${folder}/${name}`).filter((path) => !bad.has(path)) };
}
