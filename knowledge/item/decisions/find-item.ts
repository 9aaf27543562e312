import { refuse } from "../../qa/decisions/decision.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import type { Item, ItemState, Task } from "../item-state.ts";
import { ITEM_WAY_OUT } from "./item-way-out.ts";

export interface FoundItem {
  readonly kind: "found";
  readonly item: Item;
  /** Null where the item itself is meant. */
  readonly task: Task | null;
}

/** The item of a state, and the task of that number where one is meant; or that there is none. Pure. */
export function findItem(
  { item }: ItemState,
  key: string,
  task_num: number | null = null,
): FoundItem | QaRefusal {
  if (item === null) return refuse("row_missing", `there is no item ${key}`, ITEM_WAY_OUT.add(key));
  if (task_num === null) return { kind: "found", item, task: null };
  const task = item.tasks[task_num];
  if (task !== undefined) return { kind: "found", item, task };
  const why =
    item.kind === "epic"
      ? `${key} has no task ${task_num}`
      : `${key} has no task ${task_num}: only an epic has tasks`;
  return refuse("row_missing", why, ITEM_WAY_OUT.show(key));
}
