import { refuse } from "../../qa/decisions/decision.ts";
import { holderName, isHeldBy } from "../claim-of.ts";
import type { Claim, ItemState } from "../item-state.ts";
import { isTerminal } from "../transitions.ts";
import type { ItemContext, ItemDecision } from "./decision.ts";
import { findItem } from "./find-item.ts";
import { claimHeld } from "./guard-claim.ts";
import { ITEM_WAY_OUT } from "./item-way-out.ts";

export interface ClaimItem {
  readonly key: string;
  /** Null for the item itself. */
  readonly task_num: number | null;
  /** Taken from whoever holds it; a person may, an agent may not. */
  readonly takesOver: boolean;
}

export interface ClaimResult {
  readonly key: string;
  readonly task_num: number | null;
  /** Null once it is released. */
  readonly claim: Claim | null;
}

/** Takes an item, or one task of it, to work on. Who holds the item holds its tasks that nobody else took. Pure. */
export function claimItem(
  state: ItemState,
  { key, task_num, takesOver }: ClaimItem,
  { at, actor }: Pick<ItemContext, "at" | "actor">,
): ItemDecision<ClaimResult> {
  const found = findItem(state, key, task_num);
  if (found.kind === "refused") return found;
  const { item, task } = found;
  const { status, claim: held } = task ?? item;
  if (isTerminal(status))
    return refuse(
      "precondition_failed",
      `${key} is ${status}: there is nothing to work on`,
      ITEM_WAY_OUT.show(key),
    );
  if (held !== null && isHeldBy(held, actor))
    return { kind: "decided", events: [], result: { key, task_num, claim: held } };
  if (held !== null && (!takesOver || actor.isAgent))
    return claimHeld(item, task_num, holderName(held), held.at);
  const claim: Claim = { actor_id: actor.actor_id, session_id: actor.session_id, at };
  return {
    kind: "decided",
    events: [
      task_num === null
        ? { type: "ItemClaimed", data: { claim } }
        : { type: "TaskClaimed", data: { task_num, claim } },
    ],
    result: { key, task_num, claim },
  };
}
