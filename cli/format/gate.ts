import type { GateSummary } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { wrap } from "../terminal/wrap.ts";

type Summary = NonNullable<GateSummary["result"]>;
export type Gate = Summary["gate"];

const INDENT = "  ";
const MARKS = { passed: "ok", failed: "no", not_evaluated: "--" } as const;
const COLOURS = { passed: "green", failed: "red", not_evaluated: "dim" } as const;
const STATES = {
  SATISFIED: "green",
  WAIVED: "yellow",
  SUPERSEDED: "yellow",
  RETIRED: "dim",
  UNSATISFIED: "red",
} as const;
/** Requirements that are shown; with --json all are. */
const SHOWN_ROWS = 50;

export function formatGateSummary(summary: Summary, view: View): string {
  const { item_id, task_num, status, revisions, gate } = summary;
  const what = task_num === null ? item_id : `${item_id} task ${task_num}`;
  const commits =
    revisions.length === 0
      ? "no commit is recorded: no run is asked for one"
      : `commits that count: ${revisions.map((one) => one.slice(0, 12)).join(", ")}`;
  return lines([`${view.style.bold(what)}  ${status}`, view.style.dim(commits), "", ...gateRows(gate, view)]);
}

/** The gate's word, its clauses, the requirements with how each stands, and what is owed with the way out. */
export function gateRows(gate: Gate, view: View): string[] {
  const { columns, style } = view;
  const { target, is_open, word, clauses, blockers, rows } = gate;
  const said = is_open ? style.green(`open (${word})`) : style.red("closed");
  const more = rows.length - SHOWN_ROWS;
  return [
    `gate to ${style.bold(target)}: ${said}`,
    ...clauses.map(({ clause, outcome, seen }) => {
      const told = seen === "" ? (outcome === "not_evaluated" ? ": not evaluated" : "") : `: ${seen}`;
      return `${INDENT}${style[COLOURS[outcome]](MARKS[outcome])} ${clip(sanitise(`${clause}${told}`), columns - 5)}`;
    }),
    ...(rows.length === 0 ? [] : [""]),
    ...rows.slice(0, SHOWN_ROWS).map((row) => requirementRow(row, view)),
    ...(more > 0 ? [`${INDENT}and ${more} more (--json shows all)`] : []),
    ...blockers.flatMap(({ code, why, recover }) => [
      "",
      `${style.red("owed")} ${style.dim(`[${sanitise(code)}]`)}`,
      ...wrap(sanitise(why), columns - INDENT.length).map((one) => INDENT + one),
      `${INDENT}try: ${sanitise(recover)}`,
    ]),
  ];
}

function requirementRow(row: Gate["rows"][number], { columns, style }: View): string {
  const { requirement_id, title, qa_phase, blocking_mode, is_due, state, standing } = row;
  const word = state === "UNSATISFIED" ? `${state} (${standing.word})` : state;
  const facts = [
    qa_phase,
    ...(blocking_mode === "blocking" ? [] : ["tracked only"]),
    ...(is_due ? [] : ["not due"]),
  ];
  const told = clip(sanitise(`${requirement_id}  ${title}  ${facts.join(" · ")}`), columns - word.length - 4);
  return `${INDENT}${style[STATES[state]](word)}  ${told}`;
}

function lines(rows: readonly string[]): string {
  return `${rows.join("\n")}\n`;
}
