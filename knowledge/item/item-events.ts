import type { Claim, Item, Task } from "./item-state.ts";
import type { ItemStatus } from "./item-status.ts";

/** What happens to a piece of work beside its QA: events of `item/<KEY>`. Times are ISO 8601, UTC. */
export interface ItemEvents {
  ItemAdded: { readonly item: Item };
  ItemLinked: { readonly links: Partial<Item["links"]>; readonly at: string; readonly by: string };
  /** A head that the gates take from now on. */
  ItemRevisionAccepted: { readonly sha: string; readonly at: string; readonly by: string };
  ItemMoved: {
    readonly from: ItemStatus;
    readonly to: ItemStatus;
    readonly at: string;
    readonly by: string;
    /** Requirements that were discharged and not passed when it moved. */
    readonly discharged: readonly string[];
  };
  ItemClaimed: { readonly claim: Claim };
  ItemReleased: { readonly at: string; readonly by: string };
  TaskAdded: { readonly task: Task; readonly at: string; readonly by: string };
  TaskMoved: {
    readonly task_num: number;
    readonly from: ItemStatus;
    readonly to: ItemStatus;
    readonly at: string;
    readonly by: string;
    /** True where the epic's own move took it along. */
    readonly isCascade: boolean;
  };
  TaskClaimed: { readonly task_num: number; readonly claim: Claim };
  TaskReleased: { readonly task_num: number; readonly at: string; readonly by: string };
}
