import { refuse } from "../../qa/decisions/decision.ts";
import { holderName, isHeldBy } from "../claim-of.ts";
import type { Claim, Seat } from "../item-state.ts";
import type { SeatState } from "../seat.ts";
import type { SeatEvent } from "../seat-events.ts";
import type { ItemContext, ItemDecision } from "./decision.ts";
import { ITEM_WAY_OUT } from "./item-way-out.ts";

export interface TakeSeat {
  readonly name: string;
  /** Items (`SHOP-12`) and prefixes (`SHOP-*`); empty for those that it covered before. */
  readonly covers: readonly string[];
  /** Taken from whoever sits on it; a person may, an agent may not. */
  readonly takesOver: boolean;
}

/** Takes a seat, or says anew what it covers. Pure. */
export function takeSeat(
  { seat }: SeatState,
  { name, covers: asked, takesOver }: TakeSeat,
  { at, actor }: Pick<ItemContext, "at" | "actor">,
): ItemDecision<Seat, SeatEvent> {
  const covers = asked.length === 0 ? (seat?.covers ?? []) : [...new Set(asked)];
  if (covers.length === 0)
    return refuse(
      "precondition_failed",
      `what the seat ${name} covers is not said; --covers names items (\`SHOP-12\`) or all of a prefix (\`SHOP-*\`)`,
      ITEM_WAY_OUT.list(),
    );
  const holder = seat?.holder ?? null;
  const isMine = isHeldBy(holder, actor);
  if (holder !== null && !isMine && (!takesOver || actor.isAgent)) return seatHeld(name, covers, holder);
  const isSame = isMine && seat !== null && covers.join() === seat.covers.join();
  if (isSame) return { kind: "decided", events: [], result: seat };
  const claim: Claim = isMine && holder !== null ? holder : { ...whoOf(actor), at };
  return {
    kind: "decided",
    events: [{ type: "SeatTaken", data: { name, covers, claim } }],
    result: { name, covers, holder: claim },
  };
}

export interface DropSeat {
  readonly name: string;
}

/** Leaves a seat; nothing where nobody sits on it. Pure. */
export function dropSeat(
  { seat }: SeatState,
  { name }: DropSeat,
  { at, actor }: Pick<ItemContext, "at" | "actor">,
): ItemDecision<Seat, SeatEvent> {
  if (seat === null) return refuse("row_missing", `there is no seat ${name}`, ITEM_WAY_OUT.seats());
  if (seat.holder === null) return { kind: "decided", events: [], result: seat };
  if (!isHeldBy(seat.holder, actor)) return seatHeld(name, seat.covers, seat.holder);
  return {
    kind: "decided",
    events: [{ type: "SeatDropped", data: { at, by: actor.actor_id } }],
    result: { ...seat, holder: null },
  };
}

function seatHeld(name: string, covers: readonly string[], holder: Claim) {
  return refuse(
    "claim_held",
    `${holderName(holder)} sits on ${name} since ${holder.at}; they drop it, or a person takes it over`,
    ITEM_WAY_OUT.takeSeatOver(name, covers),
  );
}

function whoOf({ actor_id, session_id }: ItemContext["actor"]): Omit<Claim, "at"> {
  return { actor_id, session_id };
}
