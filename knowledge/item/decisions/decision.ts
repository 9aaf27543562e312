import type { QaActor } from "../../qa/decisions/context.ts";
import type { QaRefusal } from "../../qa/refusal.ts";
import type { ItemEvent } from "../item-event.ts";
import type { Seat } from "../item-state.ts";

/** What a verb decided: events to append together (none: it was so already), its answer, and what one should know. */
export interface ItemDecided<Result, Event = ItemEvent> {
  readonly kind: "decided";
  readonly events: readonly Event[];
  readonly result: Result;
  readonly warnings?: readonly { readonly code: string; readonly message: string }[];
}

export type ItemDecision<Result, Event = ItemEvent> = ItemDecided<Result, Event> | QaRefusal;

/** What verbs of items decide on beside the item's state: read before, and plain data. */
export interface ItemContext {
  /** Now, ISO 8601, UTC. */
  readonly at: string;
  readonly actor: QaActor;
  /** Every seat; those that who acts sits on count. */
  readonly seats: readonly Seat[];
}

/** What is checked out where somebody acts. */
export interface Head {
  readonly commit: string | null;
  readonly branch: string | null;
}
