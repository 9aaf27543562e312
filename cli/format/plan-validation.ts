import type { PlanValidation } from "#knowledge";
import type { View } from "../command.ts";
import { counted } from "../terminal/age.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatProblem } from "./problem.ts";

/** Every problem, then what was looked at; that there was nothing to look at is said apart. */
export function formatPlanValidation(validated: PlanValidation, view: View): string {
  const { result, plans, cases, methods, problems } = validated;
  const { columns, style } = view;
  if (result === "none")
    return `${wrap(`0 plans: nothing was checked; \`assay plan new SLUG\` writes one${methods === 0 ? "" : ` (${counted(methods, "method")} looked at)`}`, columns).join("\n")}\n`;
  const rows = problems.flatMap((problem) => [...formatProblem(problem, view), ""]);
  const looked = `${counted(plans, "plan")} with ${counted(cases, "case")}, ${counted(methods, "method")} of the project`;
  const verdict = result === "ok" ? style.green("ok") : style.red(counted(problems.length, "problem"));
  return `${[...rows, `${verdict}  ${looked}`].join("\n")}\n`;
}
