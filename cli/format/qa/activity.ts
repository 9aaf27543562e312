import type { QaActivity } from "#knowledge";
import type { View } from "../../command.ts";
import { sanitise } from "../../terminal/sanitise.ts";
import { wrap } from "../../terminal/wrap.ts";
import { tellTime } from "../time.ts";

const INDENT = "  ";

/** What happened, newest first, then what is left out and how to see the rest. */
export function formatActivity(
  { rows, item_selection, next }: NonNullable<QaActivity["result"]>,
  { columns, style, now }: View,
): string {
  const { per_group_limit, truncated_groups } = item_selection;
  const parts = rows.map((row) => {
    const task = row.task_num === null ? "" : ` task ${row.task_num}`;
    const word = row.state === "completed" ? (row.verdict ?? "") : row.state;
    return [
      `${style.bold(sanitise(row.public_ref + task))}  ${word}  ${style.dim(tellTime(row.at, now))}`,
      ...[row.title, row.qa_run_id].flatMap((text) =>
        wrap(sanitise(text), columns - INDENT.length).map((line) => INDENT + line),
      ),
    ].join("\n");
  });
  const notes = [
    ...(rows.length === 0 ? ["nothing was carried out"] : []),
    ...(truncated_groups.length === 0
      ? []
      : [`more than ${per_group_limit} runs, the oldest left out: ${truncated_groups.join(", ")}`]),
    ...(next === null ? [] : [`the next page: assay qa activity --after ${next}`]),
  ].map(sanitise);
  return `${[...parts, ...(notes.length === 0 ? [] : [notes.join("\n")])].join("\n\n")}\n`;
}
