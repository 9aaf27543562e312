import type { MaterializeOutput, PlanDiff, QaPlanGot } from "#knowledge";
import type { View } from "../../command.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { wrap } from "../../terminal/wrap.ts";
import { runRows } from "./run.ts";

const INDENT = "  ";

/** What became of each case, the new ones first, then how many stayed as they were. */
export function formatMaterialized(
  made: NonNullable<MaterializeOutput["result"]>,
  { columns, style }: View,
): string {
  const rows = [
    ...made.created.map((one) => `${style.green("created")}  ${caseOf(one)}`),
    ...made.refreshed.map((one) => `refreshed  ${caseOf(one)} (${one.fields.join(", ")})`),
    ...made.replaced.map(
      (one) => `declared  ${caseOf(one)} is to be replaced by ${sanitise(one.replacement_requirement_id)}`,
    ),
    ...made.kept.flatMap((one) => [
      `kept  ${caseOf(one)} (${one.fields.join(", ")})`,
      ...wrap(sanitise(one.why), columns - INDENT.length).map((row) => INDENT + row),
      `${INDENT}to correct it: ${sanitise(one.recover)}`,
    ]),
    ...made.waived.map((one) => `${style.yellow("waived")}  ${caseOf(one)}: its case is gone`),
    `plans ${made.plan_ids.map(sanitise).join(", ")}: ${made.created.length} new, ${made.confirmed.length} as they were`,
  ];
  return `${rows.join("\n")}\n`;
}

/** Each case that differs, then how many do not. */
export function formatPlanDiff({ plan_id, cases }: NonNullable<PlanDiff["result"]>, { style }: View): string {
  const differing = cases.filter(({ state }) => state !== "current");
  const rows = differing.map(({ case_key, requirement_id, state, fields }) =>
    [
      `${style.yellow(state)}  ${style.bold(sanitise(case_key))}`,
      ...(requirement_id === null ? [] : [`${INDENT}${sanitise(requirement_id)}`]),
      ...(fields.length === 0 ? [] : [`${INDENT}${sanitise(fields.join(", "))}`]),
    ].join("\n"),
  );
  const current = cases.length - differing.length;
  return `${[...rows, `plan ${sanitise(plan_id)}: ${differing.length} differ, ${current} current`].join("\n")}\n`;
}

/** The plans with their cases, a row each; in full also what is known of each case. */
export function formatPlanGot({ plans, more }: NonNullable<QaPlanGot["result"]>, view: View): string {
  const { columns, style } = view;
  if (plans.length === 0) return "no plan is attached or materialised\n";
  const parts = plans.map(({ plan_id, attachments, cases }) =>
    [
      style.bold(sanitise(plan_id)),
      ...attachments.map(
        ({ transition, is_retracted }) =>
          `${INDENT}${is_retracted ? "withdrawn from" : "to be proved before"} ${sanitise(transition)}`,
      ),
      ...cases.flatMap((one) => [
        `${INDENT}${sanitise(one.case_key)}  ${one.word}  ${style.dim(
          sanitise(
            [
              one.method_id ?? "judged",
              one.target_env ?? "no target",
              `last verdict: ${one.verdict ?? "none"}`,
              ...(one.plan_currency === null || one.plan_currency === "current" ? [] : [one.plan_currency]),
            ].join(" · "),
          ),
        )}`,
        ...(one.full === undefined ? [] : fullRows(one.full, view)),
      ]),
    ].join("\n"),
  );
  const rest = more === null ? [] : [`more: ${sanitise(more)}`];
  return `${[...parts, ...rest.flatMap((row) => wrap(row, columns))].join("\n\n")}\n`;
}

export function formatAttached(
  { attachment }: { readonly attachment: { readonly plan: string; readonly transition: string } },
  { style }: View,
): string {
  return `${style.green("attached")}  ${sanitise(attachment.plan)} is to be proved before ${sanitise(attachment.transition)}\n`;
}

type Full = NonNullable<NonNullable<QaPlanGot["result"]>["plans"][number]["cases"][number]["full"]>;

function fullRows(full: Full, view: View): string[] {
  const facts = [
    ...(full.instructions === null ? [] : [`do: ${full.instructions}`]),
    ...(full.expected_outcome === null ? [] : [`expect: ${full.expected_outcome}`]),
    ...(full.method_config === null ? [] : [`config: ${JSON.stringify(full.method_config)}`]),
    ...full.standing.clauses.map(
      ({ clause, outcome, seen }) => `${outcome.replace("_", " ")}: ${clause} (${seen})`,
    ),
  ];
  const room = view.columns - 2 * INDENT.length;
  return [
    ...facts.flatMap((text) => wrap(sanitise(text), room)),
    ...full.runs.flatMap((run) => runRows(run, view)),
  ].map((row) => INDENT + INDENT + row);
}

function caseOf({
  case_key,
  requirement_id,
}: {
  readonly case_key: string;
  readonly requirement_id: string;
}): string {
  return sanitise(`${case_key}  ${requirement_id}`);
}
