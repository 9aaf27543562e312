import type { ClaimOut, ItemList, ItemShown, MoveOut, TaskAdded } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { clip } from "../terminal/width.ts";
import { gateRows } from "./gate.ts";
import { tellTime } from "./time.ts";

type Result<Response extends { readonly result: unknown }> = NonNullable<Response["result"]>;
type Shown = Result<ItemShown>;
type Item = Shown["item"];
type Claim = NonNullable<Item["claim"]>;

const INDENT = "  ";

/** The item, its links, tasks and claim. */
export function formatItem(item: Item, view: View): string {
  return lines(itemRows(item, view));
}

export function formatShownItem({ item, task, steered_from, gate }: Shown, view: View): string {
  const { style } = view;
  const about = task === null ? [] : [style.bold(`task ${task.task_num}`), taskRow(task, view), ""];
  const seats = steered_from.length === 0 ? [] : [`steered from ${steered_from.map(sanitise).join(", ")}`];
  const rows = gate === null ? [] : ["", ...gateRows(gate, view)];
  return lines([...about, ...itemRows(item, view), ...seats, ...rows]);
}

/** Two lines each: what it is and where it stands, then who works on it and what was said of its requirements. */
export function formatItems({ items, ended }: Result<ItemList>, { columns, style, now }: View): string {
  const more = ended === 0 ? [] : [style.dim(`${ended} ended and not shown (--all shows them)`)];
  if (items.length === 0)
    return lines(["No item is at work. `assay item add SHOP-12 --title TEXT` begins one.", ...more]);
  const rows = items.flatMap(({ key, title, kind, status, claim, tasks, requirements, open }) => {
    const facts = [
      status,
      ...(kind === "epic" ? [`tasks: ${counted(tasks) || "none"}`] : []),
      `requirements: ${counted(requirements) || "none"}`,
      ...(open === 0 ? [] : [`${open} open`]),
      ...(claim === null ? [] : [`${holder(claim)} since ${tellTime(claim.at, now)}`]),
    ];
    return [
      clip(`${style.bold(key)}  ${sanitise(title)}`, columns),
      `${INDENT}${clip(sanitise(facts.join(" · ")), columns - INDENT.length)}`,
    ];
  });
  return lines([...rows, ...more]);
}

export function formatMoved(isDry: boolean): (moved: Result<MoveOut>, view: View) => string {
  return (moved, view) => {
    const { key, task_num, from, to, revision, gate, tasks } = moved;
    const what = task_num === null ? key : `${key} task ${task_num}`;
    const said =
      from === to
        ? `is ${to} already`
        : isDry
          ? `would go from ${from} to ${to}`
          : `went from ${from} to ${to}`;
    return lines([
      `${view.style.bold(what)}  ${said}`,
      ...(revision === null
        ? []
        : [`${INDENT}head ${revision.slice(0, 12)} ${isDry ? "would be" : "was"} recorded`]),
      ...tasks.map((one) => `${INDENT}task ${one.task_num}: ${one.from} → ${one.to}`),
      ...(gate === null ? [] : ["", ...gateRows(gate, view)]),
    ]);
  };
}

export function formatClaim({ key, task_num, claim }: Result<ClaimOut>, { style, now }: View): string {
  const what = style.bold(task_num === null ? key : `${key} task ${task_num}`);
  const said =
    claim === null
      ? "nobody works on it"
      : `${sanitise(holder(claim))} works on it since ${tellTime(claim.at, now)}`;
  return lines([`${what}  ${said}`]);
}

export function formatTaskAdded({ key, task }: Result<TaskAdded>, view: View): string {
  return lines([view.style.bold(key), taskRow(task, view)]);
}

function itemRows(item: Item, { columns, style, now }: View): string[] {
  const { key, title, kind, status, project, delivery_env, links, claim, revisions, tasks } = item;
  const facts = [kind, project, ...(delivery_env === null ? [] : [`delivered to ${delivery_env}`])];
  const linked = Object.entries(links).flatMap(([name, value]) =>
    value === null ? [] : [clip(sanitise(`${name} ${value}`), columns)],
  );
  return [
    clip(`${style.bold(key)}  ${sanitise(title)}`, columns),
    `${style.bold(status)}  ${clip(sanitise(facts.join(" · ")), columns - status.length - 2)}`,
    ...linked,
    ...(revisions.length === 0
      ? []
      : [clip(`commits that count: ${revisions.map((one) => one.slice(0, 12)).join(", ")}`, columns)]),
    ...(claim === null
      ? []
      : [clip(`${sanitise(holder(claim))} works on it since ${tellTime(claim.at, now)}`, columns)]),
    ...Object.values(tasks).map((task) => taskRow(task, { columns, style })),
  ];
}

function taskRow({ task_num, title, status, claim }: Item["tasks"][string], { columns }: View): string {
  const who = claim === null ? "" : ` · ${holder(claim)}`;
  return `${INDENT}${clip(sanitise(`${task_num}. ${title}  ${status}${who}`), columns - INDENT.length)}`;
}

function holder({ actor_id, session_id }: Claim): string {
  return session_id === null ? actor_id : `${actor_id} (session ${session_id})`;
}

function counted(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([word, count]) => `${count} ${word}`)
    .join(", ");
}

function lines(rows: readonly string[]): string {
  return `${rows.join("\n")}\n`;
}
