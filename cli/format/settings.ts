import type { Settings, Workflow } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";

const INDENT = "  ";

/** A row a setting with where it comes from, its value below where there is more than a word, then what is not understood. */
export function formatSettings(
  { file, exists, settings, unknown }: Settings,
  { columns, style }: View,
): string {
  const rows = settings.flatMap(({ key, value, line }) => {
    const from = style.dim(line === null ? "default" : sanitise(`${file}:${line}`));
    const [first = "", ...more] = wordsOf(value);
    return [
      `${style.bold(key)}  ${from}`,
      ...[first, ...more].flatMap((word) =>
        wrap(sanitise(word), columns - INDENT.length).map((text) => INDENT + text),
      ),
    ];
  });
  const complaints = unknown.flatMap(({ key, line }) =>
    wrap(
      sanitise(`${file}:${line}: ${key} is no setting of this version: check its spelling, or take it out`),
      columns,
    ).map((text) => style.yellow(text)),
  );
  const tail = exists ? [] : ["", ...wrap(`no ${file}: every setting has its default`, columns)];
  return `${[...rows, ...tail, ...(complaints.length > 0 ? ["", ...complaints] : [])].join("\n")}\n`;
}

function wordsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.length === 0 ? ["none"] : value.map(wordOf);
  if (value === null) return ["none"];
  if (typeof value !== "object") return [String(value)];
  const entries = Object.entries(value);
  return entries.length === 0 ? ["none"] : entries.map(([name, inner]) => `${name}: ${partsOf(inner)}`);
}

function wordOf(entry: unknown): string {
  if (typeof entry === "string") return entry;
  if (isWorkflow(entry)) return workflowWords(entry);
  const { name, ...rest } = entry as { name: string };
  const said = Object.entries(rest).filter(([, value]) => value !== null);
  const [only] = said;
  if (said.length === 1 && Array.isArray(only?.[1])) return `${name}: ${only[1].join(", ")}`;
  return `${name}: ${said.map(([key, value]) => `${key} ${value}`).join(", ")}`;
}

function partsOf(inner: unknown): string {
  return Object.entries(inner as object)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

function isWorkflow(entry: unknown): entry is Workflow {
  return typeof entry === "object" && entry !== null && "steps" in entry;
}

function workflowWords({ name, enabled, steps, budget }: Workflow): string {
  const words = steps.map(({ name: step, agentRole, returnTo, maxAttempts, maxReturns, maxBudgetUSD }) => {
    const back = returnTo === null ? "" : `, ${maxReturns} times back to ${returnTo}`;
    const work = agentRole === "ci-resolver" ? `, ${maxAttempts} attempts of $${maxBudgetUSD}${back}` : "";
    return `${step} (${agentRole}${work})`;
  });
  const shared = budget === null ? "" : `; group ${budget.group}, $${budget.weeklyUSD} in any seven days`;
  return `${name}${enabled ? "" : " (off)"}: ${words.join(" → ")}${shared}`;
}
