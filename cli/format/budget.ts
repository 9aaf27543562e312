import type { BudgetView } from "#knowledge";
import type { View } from "../command.ts";
import { counted, duration } from "../terminal/age.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { groupName, groupWords, modelWords, placeWords, spendWords } from "./budget-words.ts";
import { tellTime } from "./time.ts";

const INDENT = "  ";

/** The model, then a part a group, a part a run with its places, the calls where they were asked for, and the sums. */
export function formatBudget(budget: BudgetView, view: View): string {
  const { groups, runs, calls, total, totalUSD } = budget;
  const parts = [
    wrap(sanitise(modelWords(budget.model)), view.columns),
    ...groups.map((group) => groupRows(group, view)),
    ...runs.map((run) => runRows(run, view)),
    ...(calls === null ? [] : calls.map((call) => callRows(call, view))),
    total === 0 ? emptyRows(view) : [totalRow(runs.length, total, totalUSD)],
  ];
  return `${parts
    .filter((rows) => rows.length > 0)
    .map((rows) => rows.join("\n"))
    .join("\n\n")}\n`;
}

function groupRows(group: BudgetView["groups"][number], view: View): string[] {
  const { workflows, roomAt } = group;
  return rowsOf(
    `group ${groupName(group)}`,
    [
      groupWords(group),
      ...(workflows.length === 0 ? [] : [`shared by ${workflows.join(", ")}`]),
      ...(roomAt === null ? [] : [`room comes back at ${tellTime(roomAt)}`]),
    ],
    view,
  );
}

function runRows(run: BudgetView["runs"][number], view: View): string[] {
  const { account, at, spentUSD, places } = run;
  return rowsOf(
    account,
    [
      `$${spentUSD} · ${spendWords(run)} · ${tellTime(at, view.now)}`,
      ...places.map((place) => `${placeWords(place)}: $${place.spentUSD} · ${spendWords(place)}`),
    ],
    view,
  );
}

function callRows(call: NonNullable<BudgetView["calls"]>[number], view: View): string[] {
  const { state, capUSD, costUSD, inputTokens, outputTokens, cacheReadTokens, latencyMs, purpose } = call;
  const tokens =
    inputTokens === null
      ? []
      : [`${counted(inputTokens, "token")} in (${cacheReadTokens} from a cache), ${outputTokens} out`];
  const facts = [
    `$${costUSD} of $${capUSD} set aside, ${state}`,
    ...tokens,
    ...(latencyMs === null ? [] : [duration(latencyMs)]),
  ];
  const who = [call.account, placeWords(call), ...(call.by === null ? [] : [call.by])];
  return rowsOf(
    `${purpose} · ${call.model ?? "no model"} · ${tellTime(call.at, view.now)}`,
    [facts.join(" · "), who.join(" · ")],
    view,
  );
}

function rowsOf(head: string, rows: readonly string[], { columns, style }: View): string[] {
  return [
    ...wrap(sanitise(head), columns).map((text) => style.bold(text)),
    ...rows.flatMap((row) => wrap(sanitise(row), columns - INDENT.length).map((text) => INDENT + text)),
  ];
}

function emptyRows({ columns }: View): string[] {
  const words = [
    "Nothing was spent on models yet.",
    "A cap that workflows share stands in .assay/config.yaml as `budget` of each of them, what an attempt may cost as maxBudgetUSD of a step; `assay config --help` says how.",
  ];
  return words.flatMap((text) => wrap(text, columns));
}

function totalRow(shown: number, total: number, totalUSD: string): string {
  const some = shown === total ? "" : `, ${shown} shown`;
  return `${counted(total, "run")}${some}, $${totalUSD} in all`;
}
