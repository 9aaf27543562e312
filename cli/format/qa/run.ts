import type { CaseBegun, QaRun, QaRunList } from "#knowledge";
import type { View } from "../../command.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { wrap } from "../../terminal/wrap.ts";
import { tellTime } from "../time.ts";

const INDENT = "  ";

/** A run that was recorded, and what it settled. */
export function formatRunDone(
  {
    run,
    superseded,
    setup = null,
  }: { readonly run: QaRun; readonly superseded: readonly string[]; readonly setup?: string | null },
  view: View,
): string {
  const rows = [
    ...runRows(run, view),
    ...superseded.map((id) => `${INDENT}superseded: ${sanitise(id)}`),
    ...(setup === null ? [] : [`${INDENT}first run: ${sanitise(setup)}`]),
  ];
  return `${rows.join("\n")}\n`;
}

/** Runs, newest first. */
export function formatQaRuns({ runs, total }: NonNullable<QaRunList["result"]>, view: View): string {
  if (total === 0) return "no run is recorded\n";
  const rest = total - runs.length;
  const parts = runs.map((run) => runRows(run, view).join("\n"));
  return `${[...parts, ...(rest > 0 ? [`${runs.length} of ${total} runs`] : [])].join("\n\n")}\n`;
}

/** What has to be done for a case that was begun. */
export function formatCaseBegun(begun: NonNullable<CaseBegun["result"]>, view: View): string {
  const { run, setup, base_url, case: todo } = begun;
  const config = todo.method_config === null ? null : JSON.stringify(todo.method_config);
  const facts = [
    ["case", todo.title],
    ["first run", setup],
    ["at", base_url],
    ["do", todo.instructions],
    ["expect", todo.expected_outcome],
    ["config", config],
  ] as const;
  const rows = facts.flatMap(([name, text]) =>
    text === null
      ? []
      : wrap(sanitise(`${name}: ${text}`), view.columns - INDENT.length).map((row) => INDENT + row),
  );
  return `${[...runRows(run, view), ...rows].join("\n")}\n`;
}

const COLOURS = { pass: "green", fail: "red", undetermined: "yellow", error: "red" } as const;

const DECIDERS = { code: "a rule of code", model: "an agent", person: "a person" } as const;

/** A run in a few rows: its id whole, verdict, who decided it and why, what it left behind. */
export function runRows(run: QaRun, { columns, style, now }: View): string[] {
  const { verdict, verdict_reason, decided_by, raw_result, artifacts, judges_run_id } = run;
  const word = verdict === null ? style.dim("open") : style[COLOURS[verdict]](verdict);
  const facts = [
    ...(decided_by === null ? [] : [`decided by ${DECIDERS[decided_by]}`]),
    ...(run.confidence === null ? [] : [`confidence ${run.confidence}`]),
    ...(run.score === null ? [] : [`score ${run.score}`]),
    `by ${run.performed_by}`,
    tellTime(run.completed_at ?? run.started_at, now),
    ...(raw_result.code_identity === null ? [] : [`commit ${raw_result.code_identity.sha.slice(0, 12)}`]),
  ];
  return [
    `${style.bold(sanitise(run.id))}  ${word}`,
    ...[
      facts.join(" · "),
      ...(verdict_reason === null ? [] : [verdict_reason]),
      ...(judges_run_id === null ? [] : [`judges ${judges_run_id}`]),
      ...artifacts.map(({ id, artifact_kind, bytes }) => `${artifact_kind}: ${id} (${bytes} bytes)`),
    ].flatMap((text) => wrap(sanitise(text), columns - INDENT.length).map((row) => INDENT + row)),
  ];
}
