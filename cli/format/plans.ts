import type { PlanList, PlanWritten } from "#knowledge";
import type { View } from "../command.ts";
import { counted } from "../terminal/age.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { wrap } from "../terminal/wrap.ts";

const INDENT = "  ";

/** Two rows a plan: its slug and title, its cases and methods; then the files that cannot be used. */
export function formatPlans({ plans, unusable }: PlanList, { columns, style }: View): string {
  const rows = plans.flatMap(({ slug, title, cases, blocking, methods }) => {
    const facts = `${counted(cases, "case")}, ${blocking} blocking · ${methods.join(", ")}`;
    return [
      `${style.bold(sanitise(slug))}  ${clip(sanitise(title), Math.max(8, columns - slug.length - 2))}`,
      ...wrap(sanitise(facts), columns - INDENT.length).map((line) => INDENT + style.dim(line)),
    ];
  });
  const bad = unusable.flatMap(({ file, problems }) =>
    wrap(sanitise(`${file}: cannot be used, ${counted(problems, "problem")}`), columns).map(style.red),
  );
  const way = unusable.length === 0 ? [] : ["`assay plan validate` says what is wrong"];
  const none = "no plans: `assay plan new SLUG` writes one";
  const tail = plans.length === 0 && unusable.length === 0 ? none : counted(plans.length, "plan");
  return `${[...rows, ...(rows.length > 0 ? [""] : []), ...bad, ...way, tail].join("\n")}\n`;
}

/** Two rows a method: its name and meaning; what carries it out, what that needs and who judges. */
export function formatMethods({ methods }: PlanList, { columns, style }: View): string {
  const rows = methods.flatMap((method) => {
    const { id, title, runner_id, verdict_path, required_capability_kinds: kinds, isBuiltIn } = method;
    const facts = [
      runner_id,
      `verdict ${JUDGES[verdict_path]}`,
      ...(kinds.length === 0 ? [] : [`needs ${kinds.join(", ")}`]),
      ...(isBuiltIn ? [] : ["the project's own"]),
    ];
    return [
      `${style.bold(sanitise(id))}  ${clip(sanitise(title), Math.max(8, columns - id.length - 2))}`,
      ...wrap(sanitise(facts.join(" · ")), columns - INDENT.length).map((line) => INDENT + style.dim(line)),
    ];
  });
  return `${[...rows, "", counted(methods.length, "method")].join("\n")}\n`;
}

const JUDGES = {
  automatic: "by the runner",
  agent: "by an agent that did not capture it",
  person: "by a person",
} as const;

/** Where it was written, and what comes next. */
export function formatPlanWritten({ slug, file }: PlanWritten, { columns, style }: View): string {
  const next = `fill it in, then check it: \`assay plan validate ${slug}\``;
  return `${[`${style.green("written")}  ${sanitise(file)}`, ...wrap(sanitise(next), columns)].join("\n")}\n`;
}
