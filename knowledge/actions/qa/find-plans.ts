import type { Plan } from "../../plan/plan.ts";
import { planPath } from "../../plan/plan-folders.ts";
import type { Deps } from "../../ports/deps.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { shellWord } from "../../text/shell-word.ts";
import { readQaPlans } from "./qa-settings.ts";

/** The plans of these slugs, in order, or that one is not there or cannot be used. Errors: those of the files. */
export async function findPlans(
  deps: Pick<Deps, "projectFiles">,
  slugs: readonly string[],
): Promise<readonly Plan[] | QaRefusal> {
  const { plans, problems } = await readQaPlans(deps);
  const found: Plan[] = [];
  for (const slug of slugs) {
    const plan = plans.find((one) => one.slug === slug);
    if (plan !== undefined) {
      found.push(plan);
      continue;
    }
    const problem = problems.find(({ file }) => file === planPath(slug));
    if (problem !== undefined)
      return missing(
        `${problem.file}:${problem.line}: ${problem.key === null ? "" : `${problem.key} `}${problem.message}`,
        `assay plan validate ${shellWord(slug)}`,
      );
    const known = plans.map((one) => one.slug).join(", ");
    return missing(
      `there is no plan ${slug}; there are: ${known === "" ? "none" : known}`,
      "assay plan list",
    );
  }
  return found;
}

function missing(why: string, recover: string): QaRefusal {
  return { kind: "refused", code: "row_missing", why, recover };
}
