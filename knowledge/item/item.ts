import type { ListedProjection } from "../ledger/projection.ts";
import { NO_QA } from "../qa/apply-qa.ts";
import { applyItem } from "./apply-item.ts";
import type { ItemState } from "./item-state.ts";
import { itemSummary } from "./item-summary.ts";

/** An item with its tasks and all that has to be proved for them: the streams `item/<KEY>`. */
export const ITEM: ListedProjection<ItemState> = {
  kind: "item",
  v: 1,
  initial: { item: null, qa: NO_QA },
  apply: applyItem,
  summary: { v: 1, of: (state) => ({ ...itemSummary(state) }) },
};
