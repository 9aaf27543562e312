import { refuse } from "../../qa/decisions/decision.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import { claimOf, holderName } from "../claim-of.ts";
import { entitlementFor } from "../entitlement-for.ts";
import type { Item } from "../item-state.ts";
import type { ItemContext } from "./decision.ts";
import { ITEM_WAY_OUT } from "./item-way-out.ts";

/** Null where who acts may change the item or task: nobody else works on it, or they steer it. Pure. */
export function guardClaim(
  item: Item,
  task_num: number | null,
  { actor, seats }: ItemContext,
): QaRefusal | null {
  const { holdsClaim, steers } = entitlementFor(actor, item, seats, task_num);
  const claim = claimOf(item, task_num);
  return claim === null || holdsClaim || steers
    ? null
    : claimHeld(item, task_num, holderName(claim), claim.at);
}

/** That somebody else works on it, and how a person takes it over. Pure. */
export function claimHeld(item: Item, task_num: number | null, holder: string, since: string): QaRefusal {
  const what = task_num === null ? item.key : `task ${task_num} of ${item.key}`;
  const own = task_num === null ? null : (item.tasks[task_num]?.claim ?? null);
  const claimed = own === null ? null : task_num;
  return refuse(
    "claim_held",
    `${what} is claimed by ${holder} since ${since}; they release it, or a person takes it over`,
    ITEM_WAY_OUT.takeOver(item.key, claimed),
  );
}
