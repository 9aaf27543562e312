import { type List, rowAt } from "./state.ts";

export type ListLine =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "row"; readonly index: number };

/**
 * The lines of a list that fit into `height`, beginning at `top` and moved so that the cursor is among them. Only
 * these rows ever reach a component.
 */
export function listLines(list: List, height: number): readonly ListLine[] {
  const total = list.total ?? 0;
  let top = firstRow(list, height);
  for (;;) {
    const lines = linesFrom(list, top, Math.min(total, top + height));
    const cursor = lines.findIndex((line) => line.kind === "row" && line.index === list.at);
    if (cursor < height || top >= list.at) return lines.slice(0, height);
    // Headings push the cursor out of the window.
    top += cursor - height + 1;
  }
}

/** The first row of a window that holds the cursor and is moved as little as possible. */
export function firstRow({ at, top, total }: Pick<List, "at" | "top" | "total">, height: number): number {
  const last = Math.max((total ?? 0) - height, 0);
  return Math.max(0, Math.min(Math.max(Math.min(top, at), at - height + 1), last));
}

function linesFrom(list: List, from: number, to: number): ListLine[] {
  const lines: ListLine[] = [];
  let group = from === 0 ? undefined : rowAt(list, from - 1)?.group;
  for (let index = from; index < to; index++) {
    const next = rowAt(list, index)?.group;
    if (next !== undefined && next !== group) lines.push({ kind: "heading", text: next });
    group = next ?? group;
    lines.push({ kind: "row", index });
  }
  return lines;
}
