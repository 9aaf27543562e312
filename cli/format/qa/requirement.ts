import type { QaRun, Requirement, RequirementList, RequirementShown, RequirementView } from "#knowledge";
import type { View } from "../../command.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { wrap } from "../../terminal/wrap.ts";
import { tellTime } from "../time.ts";
import { runRows } from "./run.ts";

const INDENT = "  ";

/** What was done to a requirement, with its id whole so that it can be copied. */
export function formatRequirementDone(done: string, row: Requirement, { columns, style }: View): string {
  return `${[
    `${style.green(sanitise(done))}  ${style.bold(sanitise(row.id))}`,
    ...indented(row.title, columns),
    ...indented(factsOf(row), columns),
  ].join("\n")}\n`;
}

/** Each requirement with how it stands and why, then how many hold something up. */
export function formatRequirements(
  { requirements }: NonNullable<RequirementList["result"]>,
  view: View,
): string {
  if (requirements.length === 0) return "nothing has to be proved: no requirement is recorded\n";
  const owed = requirements.filter(
    ({ blocking_mode, standing }) => blocking_mode === "blocking" && !standing.is_settled,
  ).length;
  const parts = requirements.map((one) => requirementRows(one, view).join("\n"));
  const sum =
    owed === 0
      ? `${requirements.length} recorded, none that is blocking is open`
      : `${requirements.length} recorded, ${owed} blocking and open`;
  return `${[...parts, sum].join("\n\n")}\n`;
}

/** One requirement with how it stands, what is carried out, and every run. */
export function formatRequirementShown(
  { requirement, history }: NonNullable<RequirementShown["result"]>,
  view: View,
): string {
  const { columns } = view;
  const { instructions, expected_outcome, method_config } = requirement;
  const told = [
    ...(instructions === null ? [] : indented(`do: ${instructions}`, columns)),
    ...(expected_outcome === null ? [] : indented(`expect: ${expected_outcome}`, columns)),
    ...(method_config === null ? [] : indented(`config: ${JSON.stringify(method_config)}`, columns)),
  ];
  const runs = history.map((run: QaRun) => runRows(run, view).join("\n"));
  return `${[[...requirementRows(requirement, view), ...told].join("\n"), ...runs].join("\n\n")}\n`;
}

export function formatWaived(
  { requirement_id, expires_at }: { readonly requirement_id: string; readonly expires_at: string | null },
  { style, now }: View,
): string {
  const until = expires_at === null ? "" : `, until ${tellTime(expires_at, now)}`;
  return `${style.yellow("waived")}  ${style.bold(sanitise(requirement_id))}${until}\n`;
}

export function formatSuperseded(
  {
    requirement_id,
    superseded_by_requirement_id: by,
    replacement_requirement_id: declared,
  }: {
    readonly requirement_id: string;
    readonly superseded_by_requirement_id: string | null;
    readonly replacement_requirement_id: string | null;
  },
  { style }: View,
): string {
  const id = style.bold(sanitise(requirement_id));
  return by === null
    ? `declared  ${id} is to be replaced by ${sanitise(declared ?? "")}, and blocks until that has passed\n`
    : `${style.yellow("superseded")}  ${id} by ${sanitise(by)}\n`;
}

const COLOURS = {
  satisfied: "green",
  failed: "red",
  undetermined: "yellow",
  unmet: "dim",
  pending: "dim",
  waived: "yellow",
  superseded: "yellow",
  retracted: "dim",
} as const;

function requirementRows(one: RequirementView, { columns, style, now }: View): string[] {
  const { standing, plan_currency } = one;
  const word = style[COLOURS[standing.word]](standing.word);
  const ended =
    standing.waiver_ended_at === null
      ? []
      : [`its waiver ended ${tellTime(standing.waiver_ended_at, now)}: it binds again`];
  const { pass_rate_bounds: bounds } = standing;
  const stale =
    plan_currency === null || plan_currency.kind === "current"
      ? []
      : [
          `${plan_currency.kind} against its plan${plan_currency.fields.length === 0 ? "" : `: ${plan_currency.fields.join(", ")}`}`,
        ];
  return [
    `${style.bold(sanitise(one.id))}  ${word}`,
    ...[
      one.title,
      factsOf(one),
      ...standing.clauses.map(
        ({ clause, outcome, seen }) => `${outcome.replace("_", " ")}: ${clause} (${seen})`,
      ),
      ...(bounds === null
        ? []
        : [`95% bounds of the pass rate: ${bounds.low.toFixed(3)} to ${bounds.high.toFixed(3)}`]),
      ...standing.unqualified.map(({ run, why }) => `does not count: ${run} (${why.replaceAll("_", " ")})`),
      ...dischargeOf(one),
      ...ended,
      ...stale,
    ].flatMap((text) => indented(text, columns)),
  ];
}

function dischargeOf(one: RequirementView): string[] {
  switch (one.standing.word) {
    case "waived":
      return [`${one.waiver_source} waived it, by ${one.waived_by}: ${one.waiver_rationale}`];
    case "superseded":
      return [`by ${one.superseded_by_requirement_id}: ${one.supersession_rationale}`];
    case "retracted":
      return [`${one.retraction_reason}`];
    default:
      return one.replacement_requirement_id === null
        ? []
        : [`to be replaced by ${one.replacement_requirement_id}`];
  }
}

function factsOf({ qa_kind, qa_phase, blocking_mode, target_env, method_id, task_num }: Requirement): string {
  return [
    ...(task_num === null ? [] : [`task ${task_num}`]),
    qa_kind,
    qa_phase,
    blocking_mode.replace("_", "-"),
    ...(target_env === null ? [] : [`on ${target_env}`]),
    ...(method_id === null ? [] : [`by ${method_id}`]),
  ].join(" · ");
}

function indented(text: string, columns: number): string[] {
  return wrap(sanitise(text), columns - INDENT.length).map((row) => INDENT + row);
}
