import { fill, row } from "../cells.ts";
import { paneBlocks } from "../detail-rows.ts";
import { layoutOf } from "../layout.ts";
import { sheetRoom } from "../sheet-room.ts";
import type { State } from "../state.ts";
import type { Paint } from "../theme.ts";
import { banner } from "./banner.ts";
import { detailPane } from "./detail-pane.ts";
import { keyLine } from "./key-line.ts";
import { listPane } from "./list-pane.ts";
import { sheetRows } from "./sheet.ts";
import { statusLine } from "./status-line.ts";

/** The whole screen: exactly as many rows as there are, each exactly as wide as the screen. Pure. */
export function frameRows(state: State, paint: Paint): string[] {
  const layout = layoutOf(state);
  const { columns, rows, ruled, body } = layout;
  const line = row([["quiet", "─".repeat(columns)]], columns, paint);
  const told = state.banner === null ? [] : banner(state.banner, columns, paint).slice(0, body - 1);
  const sheet = state.sheet === null ? [] : sheetRows(state, state.sheet, columns, sheetRoom(state), paint);
  const left = body - told.length - sheet.length;
  return fill(
    [
      statusLine(state, columns, paint),
      ...(ruled ? [line] : []),
      ...told,
      ...panes(state, left, paint),
      ...sheet,
      ...(ruled ? [line] : []),
      keyLine(state, columns, paint),
    ],
    rows,
    columns,
  );
}

function panes(state: State, height: number, paint: Paint): string[] {
  if (height <= 0) return [];
  const layout = layoutOf(state);
  const { pane, scroll } = state.place;
  const blocks = paneBlocks(state, layout);
  const shown: string[][] = [];
  if (layout.list !== null) shown.push(listPane(state, layout.list, height, paint));
  for (const name of ["detail", "evidence"] as const) {
    const width = layout[name];
    if (width === null) continue;
    const focused = pane === name;
    shown.push(detailPane(state, { blocks: blocks[name], scroll, focused, width, height, paint }));
  }
  const edge = paint("quiet", "│");
  return Array.from({ length: height }, (_, at) => shown.map((rows) => rows[at]).join(edge));
}
