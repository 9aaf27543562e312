import { holderName, isHeldBy } from "../claim-of.ts";
import type { ItemState } from "../item-state.ts";
import type { ClaimResult } from "./claim-item.ts";
import type { ItemContext, ItemDecision } from "./decision.ts";
import { findItem } from "./find-item.ts";
import { claimHeld } from "./guard-claim.ts";

export interface ReleaseItem {
  readonly key: string;
  /** Null for the item itself. */
  readonly task_num: number | null;
}

/** Gives an item or task back that who acts works on; nothing where nobody does. Pure. */
export function releaseItem(
  state: ItemState,
  { key, task_num }: ReleaseItem,
  { at, actor }: Pick<ItemContext, "at" | "actor">,
): ItemDecision<ClaimResult> {
  const found = findItem(state, key, task_num);
  if (found.kind === "refused") return found;
  const { item, task } = found;
  const held = (task ?? item).claim;
  const result = { key, task_num, claim: null };
  if (held === null) return { kind: "decided", events: [], result };
  if (!isHeldBy(held, actor)) return claimHeld(item, task_num, holderName(held), held.at);
  const by = actor.actor_id;
  return {
    kind: "decided",
    events: [
      task_num === null
        ? { type: "ItemReleased", data: { at, by } }
        : { type: "TaskReleased", data: { task_num, at, by } },
    ],
    result,
  };
}
