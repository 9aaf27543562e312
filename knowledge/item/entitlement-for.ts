import type { Entitlement, QaActor } from "../qa/decisions/context.ts";
import { claimOf, holderName, isHeldBy } from "./claim-of.ts";
import type { Item, Seat } from "./item-state.ts";
import { covers } from "./seat.ts";

/**
 * What who acts may decide for an item, or for one task of it: an operator's waiver needs the work claim, or a live seat that
 * covers the item. Pure.
 */
export function entitlementFor(
  actor: QaActor,
  item: Item,
  seats: readonly Seat[],
  task_num: number | null = null,
): Entitlement {
  const claim = claimOf(item, task_num);
  const holdsClaim = isHeldBy(claim, actor) || isHeldBy(item.claim, actor);
  return {
    holdsClaim,
    steers: seats.some((seat) => isHeldBy(seat.holder, actor) && covers(seat, item.key)),
    claimedBy: claim === null || holdsClaim ? null : holderName(claim),
  };
}
