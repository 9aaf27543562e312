import { AssayError } from "../errors.ts";
import { nearestWord } from "../text/nearest-word.ts";
import type { Plan } from "./plan.ts";
import { planPath } from "./plan-folders.ts";
import { SLUG } from "./plan-words.ts";
import type { ReadPlans } from "./read-plans.ts";
import { quoted } from "./say-fault.ts";

/** The plan of a slug. Errors: plan_missing, plan_invalid where its file cannot be used. */
export function findPlan({ plans, problems, files }: ReadPlans, slug: string): Plan {
  const found = plans.find((plan) => plan.slug === slug);
  if (found !== undefined) return found;
  const file = planPath(slug);
  const [first, ...more] = problems.filter((problem) => problem.file === file);
  if (first !== undefined) {
    const { line, key, message, fix } = first;
    const others = more.length === 0 ? "" : ` (and ${more.length} more)`;
    const problem = `${key === null ? message : `${key}: ${message}`}${others}`;
    throw new AssayError("plan_invalid", { file, line, problem, fix, plan: slug });
  }
  const known = files.plans.map((path) => path.slice(path.lastIndexOf("/") + 1, -".yaml".length));
  const near = nearestWord(slug, known);
  throw new AssayError("plan_missing", {
    plan: quoted(slug),
    known: known.length === 0 ? "none" : known.join(", "),
    way:
      near === null
        ? `\`assay plan new ${SLUG.test(slug) ? slug : "SLUG"}\` writes one`
        : `did you mean \`assay plan show ${near}\`?`,
  });
}
