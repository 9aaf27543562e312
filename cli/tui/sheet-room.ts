import { banner } from "./components/banner.ts";
import { helpRows } from "./components/sheet.ts";
import { paneRows } from "./detail-rows.ts";
import { layoutOf } from "./layout.ts";
import type { Sheet, State } from "./state.ts";
import { plainPaint } from "./theme.ts";

/** Rows of the list or the detail that stay in sight above a sheet; help covers them. */
const LEFT_ABOVE = 3;

/** Rows that a sheet can take at most. */
export function sheetRoom(state: State): number {
  const { columns, body } = layoutOf(state);
  const told =
    state.banner === null ? 0 : banner(state.banner, columns, plainPaint).slice(0, body - 1).length;
  const above = state.sheet?.kind === "help" ? 0 : Math.min(LEFT_ABOVE, body - 2);
  return Math.max(1, body - told - above);
}

/** How far a sheet that has more rows than room can be scrolled. */
export function lastSheetScroll(state: State, sheet: Extract<Sheet, { kind: "help" | "answer" }>): number {
  const { columns } = layoutOf(state);
  const rows =
    sheet.kind === "help" ? helpRows(columns, plainPaint) : paneRows(sheet.blocks, columns, plainPaint);
  return Math.max(0, rows.length - Math.max(1, sheetRoom(state) - 1));
}
