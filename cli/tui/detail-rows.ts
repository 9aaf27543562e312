import { type Block, layOut } from "./blocks.ts";
import { type Layout, layoutOf } from "./layout.ts";
import { currentDetail, type State } from "./state.ts";
import { type Paint, plainPaint } from "./theme.ts";

const laidOut = new WeakMap<readonly Block[], { width: number; paint: Paint; rows: readonly string[] }>();

/** The rows of a pane, all of them; remembered, as a frame is drawn at every key. */
export function paneRows(blocks: readonly Block[], width: number, paint: Paint): readonly string[] {
  const known = laidOut.get(blocks);
  if (known !== undefined && known.width === width && known.paint === paint) return known.rows;
  const rows = layOut(blocks, width, paint);
  laidOut.set(blocks, { width, paint, rows });
  return rows;
}

const joined = new WeakMap<object, readonly Block[]>();

/** The blocks of each pane of the open detail: evidence stands below where it has no pane. */
export function paneBlocks(
  state: State,
  layout: Layout,
): { detail: readonly Block[]; evidence: readonly Block[] } {
  const detail = currentDetail(state)?.detail;
  if (detail === undefined) return { detail: [], evidence: [] };
  if (layout.evidence !== null) return { detail: detail.blocks, evidence: detail.evidence };
  const all = joined.get(detail) ?? [...detail.blocks, { kind: "gap" }, ...detail.evidence];
  joined.set(detail, all);
  return { detail: all, evidence: [] };
}

/** How far the pane that has the keys can be scrolled. */
export function lastScroll(state: State): number {
  const layout = layoutOf(state);
  const blocks = paneBlocks(state, layout);
  const [of, width] =
    state.place.pane === "evidence" ? [blocks.evidence, layout.evidence] : [blocks.detail, layout.detail];
  return width === null ? 0 : Math.max(0, countRows(of, width) - layout.body + 1);
}

export function clampScroll(state: State, scroll: number): number {
  return Math.min(scroll, lastScroll(state));
}

function countRows(blocks: readonly Block[], width: number): number {
  const known = laidOut.get(blocks);
  return known?.width === width ? known.rows.length : layOut(blocks, width, plainPaint).length;
}
