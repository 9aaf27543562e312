import { sanitise } from "../terminal/sanitise.ts";
import { displayWidth } from "../terminal/width.ts";
import { wrap } from "../terminal/wrap.ts";
import type { Part } from "./cells.ts";

export interface Table {
  readonly head: readonly string[];
  /** Cells in the order of the head. */
  readonly body: readonly (readonly string[])[];
  /** Columns that stand at the right end of their room, as numbers do. */
  readonly atRight: readonly boolean[];
}

const GAP = 2;

/**
 * The table in columns that fit into `width`: cells that are too long are wrapped at words, the widest column first.
 * Where words would have to be broken, each row is told by the names of its columns.
 */
export function tableRows(table: Table, width: number): (readonly Part[])[] {
  const cells = [table.head, ...table.body].map((row) => row.map(sanitise));
  const widths = columnWidths(cells, width);
  if (widths === null)
    return sayTable(table).flatMap((row) => wrap(row, width).map((line): Part[] => [line]));
  return cells.flatMap((row, at) => {
    const wrapped = widths.map((room, column) => wrap(row[column] ?? "", room));
    const height = Math.max(...wrapped.map((lines) => lines.length));
    return Array.from({ length: height }, (_, line): Part[] =>
      widths.map((room, column): Part => {
        const text = wrapped[column]?.[line] ?? "";
        const space = " ".repeat(Math.max(0, room - displayWidth(text)));
        const placed = table.atRight[column] ? `${space}${text}` : `${text}${space}`;
        const gap = column === widths.length - 1 ? "" : " ".repeat(GAP);
        return [at === 0 ? "quiet" : "plain", `${placed}${gap}`];
      }),
    );
  });
}

/** Each row by the names of its columns, for who has no columns. */
export function sayTable({ head, body }: Table): string[] {
  return body.map((row) =>
    row
      .map((cell, at) => [sanitise(head[at] ?? ""), sanitise(cell)].filter((text) => text !== "").join(" "))
      .join(", "),
  );
}

/** Columns for each; null where the longest words have no room. */
function columnWidths(cells: readonly (readonly string[])[], width: number): number[] | null {
  const columns = Math.max(...cells.map((row) => row.length));
  const widest = (measure: (cell: string) => number) =>
    Array.from({ length: columns }, (_, at) => Math.max(1, ...cells.map((row) => measure(row[at] ?? ""))));
  const widths = widest(displayWidth);
  const least = widest((cell) => Math.max(...cell.split(" ").map(displayWidth)));
  let over = widths.reduce((sum, one) => sum + one, 0) - width + GAP * (columns - 1);
  for (; over > 0; over--) {
    const slack = widths.map((one, at) => (one > (least[at] ?? one) ? one : 0));
    const most = Math.max(...slack);
    if (most === 0) return null;
    widths[slack.indexOf(most)] = most - 1;
  }
  return widths;
}
