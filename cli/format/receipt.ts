import type { EditReceipt, MarkReceipt, Receipt } from "#knowledge";
import type { View } from "../command.ts";
import { sanitise } from "../terminal/sanitise.ts";
import { wrap } from "../terminal/wrap.ts";
import { formatProblem } from "./problem.ts";
import { runName } from "./run-name.ts";

const INDENT = "  ";

const RESULTS = {
  done: ["done", "green"],
  planned: ["would change", "yellow"],
  unchanged: ["unchanged", "dim"],
  refused: ["refused", "red"],
} as const;

/** Each record that changes, with its claim and file, each file that goes, what was refused and why, then the outcome. */
export function formatReceipt(receipt: Receipt, view: View): string {
  return `${[...body(receipt, view), outcome(receipt, view)].join("\n")}\n`;
}

/** {@link formatReceipt}, with what is wrong with the text and where it is kept. */
export function formatEdit(receipt: EditReceipt, view: View): string {
  const { problems, draft } = receipt;
  const wrong = problems.flatMap((problem) => [...formatProblem(problem, view), ""]);
  const kept = draft === null ? [] : [`what you typed is kept in ${sanitise(draft)}`];
  return `${[...body(receipt, view), ...wrong, ...kept, outcome(receipt, view)].join("\n")}\n`;
}

/** {@link formatReceipt}, with the mark and the records that it left alone. */
export function formatMark(receipt: MarkReceipt, view: View): string {
  const { run, mark, test, cause, left } = receipt;
  const { columns, style } = view;
  const said = [mark, ...(cause === null ? [] : [cause]), ...(test === null ? [] : [test])].join(" · ");
  const rows = left.flatMap(({ id, why }) => wrap(sanitise(`left alone: ${id}: ${why}`), columns));
  const title = `run ${style.bold(runName(run))}  ${sanitise(said)}`;
  return `${[title, "", ...body(receipt, view), ...rows, outcome(receipt, view)].join("\n")}\n`;
}

function body({ changes, removed, refused }: Receipt, view: View): string[] {
  const { columns, style } = view;
  return [
    ...changes.flatMap((change) => [...formatChange(change, view), ""]),
    ...removed.map((file) => `removes ${sanitise(file)}`),
    ...refused.flatMap(({ id, code, why, recover }) => [
      `${style.bold(sanitise(id))} ${style.dim(`[${code}]`)}`,
      ...wrap(sanitise(why), columns - INDENT.length).map((row) => INDENT + row),
      ...wrap(`try: ${sanitise(recover)}`, columns - INDENT.length).map((row) => INDENT + row),
      "",
    ]),
  ];
}

function formatChange(change: Receipt["changes"][number], { columns, style }: View): string[] {
  const { record, kind, from, to, was, claim, supersedes, supersededBy, file } = change;
  const stays = was === claim ? `stays ${to}, by a person's word` : to;
  const step = from === null ? `new, ${to}` : from === to ? stays : `${from} → ${to}`;
  const room = columns - INDENT.length;
  const indented = (text: string) => wrap(sanitise(text), room).map((row) => INDENT + row);
  return [
    `${style.bold(sanitise(record))}  ${kind} · ${step}`,
    ...(was === null || was === claim ? [] : indented(`was: ${was}`)),
    ...indented(was === null || was === claim ? claim : `now: ${claim}`),
    ...(supersedes === null ? [] : indented(`supersedes ${supersedes}`)),
    ...(supersededBy === null ? [] : indented(`superseded by ${supersededBy}`)),
    // Whole, so that it can be copied.
    INDENT + style.dim(sanitise(file)),
  ];
}

function outcome({ result, changes, removed, by }: Receipt, { style }: View): string {
  const [word, colour] = RESULTS[result];
  const mark = style[colour](word);
  if (result === "unchanged") return `${mark}  it is so already`;
  const counts = [
    ...(changes.length === 0 ? [] : [count(changes.length, "record")]),
    ...(removed.length === 0 ? [] : [count(removed.length, "proposal")]),
  ].join(", ");
  if (result === "refused") return `${mark}  ${counts === "" ? "nothing was changed" : `after ${counts}`}`;
  return `${mark}  ${counts === "" ? "no record changes" : counts}, by ${sanitise(by)}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
