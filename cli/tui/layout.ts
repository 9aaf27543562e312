import type { Size, State } from "./state.ts";

/** From so many columns on, list and detail stand side by side, and evidence beside both. */
export const TWO_PANES = 110;
export const THREE_PANES = 160;
/** Fewer rows have no room for lines between the parts. */
const RULED = 10;
/** A window is never treated as smaller than this. */
const LEAST = { columns: 20, rows: 4 };

export interface Layout {
  readonly columns: number;
  readonly rows: number;
  readonly ruled: boolean;
  /** Rows between the status line and the key line. */
  readonly body: number;
  /** Columns of each pane that is shown; null where it is not. */
  readonly list: number | null;
  readonly detail: number | null;
  readonly evidence: number | null;
}

/** Which panes are shown and how large they are. */
export function layoutOf({ size, place }: Pick<State, "size" | "place">): Layout {
  const columns = Math.max(size.columns, LEAST.columns);
  const rows = Math.max(size.rows, LEAST.rows);
  const ruled = rows >= RULED;
  const frame = { columns, rows, ruled, body: rows - (ruled ? 4 : 2) };
  if (columns >= THREE_PANES) {
    const list = Math.floor(columns * 0.36);
    const evidence = Math.floor((columns - list) * 0.42);
    return { ...frame, list, detail: columns - list - evidence - 2, evidence };
  }
  if (columns >= TWO_PANES) {
    const list = Math.floor(columns * 0.45);
    return { ...frame, list, detail: columns - list - 1, evidence: null };
  }
  return place.pane === "list"
    ? { ...frame, list: columns, detail: null, evidence: null }
    : { ...frame, list: null, detail: columns, evidence: null };
}

/** Columns and rows that are really there. */
export function sizeOf(stdout: { readonly columns?: number; readonly rows?: number }): Size {
  const rows = stdout.rows || 24;
  // A Windows console scrolls when its last cell is written.
  return { columns: stdout.columns || 80, rows: process.platform === "win32" ? rows - 1 : rows };
}
