import type { PlanView } from "#knowledge";
import type { View } from "../command.ts";
import { counted } from "../terminal/age.ts";
import { sanitise, sanitiseLines } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { hanging } from "./labelled.ts";

type Case = PlanView["cases"][number];

const LABEL = 9;

/** The plan's heading, then each case: what is proved and how, what is done, what is to come of it, what is carried out. */
export function formatPlan({ slug, file, title, purpose, cases }: PlanView, view: View): string {
  const { columns, style } = view;
  const head = [
    `${style.bold(sanitise(slug))}  ${sanitise(title)}`,
    ...sanitiseLines(purpose).flatMap((line) => wrap(line, columns)),
    style.dim(`${sanitise(file)} · ${counted(cases.length, "case")}`),
  ];
  return `${[...head.filter((line) => line !== ""), ...cases.flatMap((one) => ["", ...caseRows(one, view)])].join("\n")}\n`;
}

function caseRows(one: Case, view: View): string[] {
  const { key, title, method_id, qa_kind, qa_phase, blocking_mode, target_env, suite_id } = one;
  const { columns, style } = view;
  const facts = [
    `${qa_kind} by ${method_id}`,
    qa_phase,
    ...(blocking_mode === "blocking" ? [] : [blocking_mode]),
    ...(target_env === null ? [] : [`at ${target_env}`]),
    ...(suite_id === null ? [] : [`suite ${suite_id}`]),
  ];
  return [
    ...wrap(sanitise(`${key}  ${title}`), columns).map(style.bold),
    ...wrap(sanitise(facts.join(" · ")), columns).map(style.dim),
    ...row("do", one.instructions, view),
    ...row("expect", one.expected_outcome, view),
    ...configRows(one.method_config, view),
    ...(one.success_policy === null ? [] : row("policy", JSON.stringify(one.success_policy), view)),
    ...(one.capability_requirements.length === 0
      ? []
      : row("needs", one.capability_requirements.join(", "), view)),
  ];
}

/** A line a key, and a line a step where the config has steps. */
function configRows(config: Case["method_config"], view: View): string[] {
  const texts = Object.entries(config).flatMap(([key, value]) =>
    Array.isArray(value)
      ? [`${key}:`, ...value.map((item) => `- ${plain(item)}`)]
      : [`${key}: ${plain(value)}`],
  );
  return texts.length === 0 ? [] : row("config", texts.join("\n"), view);
}

function plain(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${typeof inner === "string" ? inner : JSON.stringify(inner)}`)
    .join(", ");
}

function row(label: string, text: string, { columns, style }: View): string[] {
  return sanitiseLines(text).flatMap((line, at) =>
    hanging((at === 0 ? label : "").padEnd(LABEL), line === "" ? " " : line, columns, style.cyan),
  );
}
