import type { QaCaseRun, QaPlanRun } from "#knowledge";
import type { View } from "../../command.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { wrap } from "../../terminal/wrap.ts";
import { runRows } from "./run.ts";

const INDENT = "  ";

type Outcome = NonNullable<QaPlanRun["result"]>["outcome"];

/** What one case came to, its run, and the command that goes on. */
export function formatCaseRun(
  { title, outcome, run, reason, judge, dispatch }: NonNullable<QaCaseRun["result"]>,
  view: View,
): string {
  const rows = [
    `${outcomeWord(outcome, view)}  ${sanitise(title)}`,
    ...(reason === null || reason === run?.verdict_reason ? [] : indented(reason, view)),
    ...(run === null ? [] : runRows(run, view).map((row) => INDENT + row)),
    ...wayOn(judge, dispatch),
  ];
  return `${rows.join("\n")}\n`;
}

/** The outcome of every case of a plan run, in the order of its roster, and that of the whole. */
export function formatPlanRun(
  { plan, subject, task_num, plan_run_id, outcome, cases }: NonNullable<QaPlanRun["result"]>,
  view: View,
): string {
  const whose = `${sanitise(subject)}${task_num === null ? "" : ` task ${task_num}`}`;
  const passed = cases.filter((one) => one.outcome === "passed").length;
  const rows = [
    ...cases.flatMap((one) => [
      `${outcomeWord(one.outcome, view)}  ${view.style.bold(sanitise(one.case_key))}  ${sanitise(one.title)}`,
      ...(one.reason === null || one.outcome === "passed" ? [] : indented(one.reason, view)),
      ...(one.qa_run_id === null ? [] : [`${INDENT}run ${sanitise(one.qa_run_id)}`]),
      ...wayOn(one.judge, one.outcome === "passed" ? null : one.dispatch),
    ]),
    `${outcomeWord(outcome, view)} · plan ${sanitise(plan)} for ${whose} · ${passed} of ${cases.length} cases passed${plan_run_id === null ? "" : ` · ${sanitise(plan_run_id)}`}`,
  ];
  return `${rows.join("\n")}\n`;
}

function wayOn(judge: "agent" | "person" | null, dispatch: string | null): string[] {
  if (dispatch === null) return [];
  const who = judge === "agent" ? "who did not capture it" : judge === "person" ? "a person" : "then";
  return [`${INDENT}${who}: ${sanitise(dispatch)}`];
}

function indented(text: string, { columns }: View): string[] {
  return wrap(sanitise(text), columns - INDENT.length).map((row) => INDENT + row);
}

function outcomeWord(outcome: Outcome, { style }: View): string {
  if (outcome === null) return style.dim("not carried out");
  const word = outcome.replaceAll("_", " ");
  if (outcome === "passed") return style.green(word);
  return outcome === "needs_review" || outcome === "waiting" ? style.yellow(word) : style.red(word);
}
