import type { Block } from "../blocks.ts";
import { fill, row } from "../cells.ts";
import { paneRows } from "../detail-rows.ts";
import { currentDetail, currentRow, type State } from "../state.ts";
import type { Paint } from "../theme.ts";

interface Pane {
  readonly blocks: readonly Block[];
  readonly scroll: number;
  readonly focused: boolean;
  readonly width: number;
  readonly height: number;
  readonly paint: Paint;
}

/** What stands behind the row that is chosen, from the row that it is scrolled to. */
export function detailPane(state: State, { blocks, scroll, focused, width, height, paint }: Pane): string[] {
  if (currentDetail(state) === undefined) {
    const text = currentRow(state) === undefined ? "" : " reading…";
    return fill([row([text], width, paint)], height, width);
  }
  const rows = paneRows(blocks, width, paint);
  const from = focused ? Math.max(0, Math.min(scroll, rows.length - height + 1)) : 0;
  if (rows.length <= height) return fill(rows, height, width);
  const below = rows.length - from - (height - 1);
  const more = below > 0 ? ` ${below} more ${below === 1 ? "row" : "rows"} below` : " the end";
  return [...fill(rows.slice(from), height - 1, width), row([["quiet", more]], width, paint)];
}
