import type { LedgerEvent } from "../ports/ledger.ts";
import { applyWatch } from "./apply-watch.ts";
import { type WatchEvents, type WatchEventType, watchEvent } from "./watch-events.ts";
import type { WatchState } from "./watch-state.ts";

/** Events that are being decided on, and the state as it is with them. */
export interface Draft {
  /** Milliseconds since the epoch, and the same as ISO 8601. */
  readonly now: number;
  readonly at: string;
  readonly events: LedgerEvent[];
  state: WatchState;
  add<Type extends WatchEventType>(type: Type, data: WatchEvents[Type]): void;
}

/** A draft without events. */
export function drafting(state: WatchState, now: number): Draft {
  const draft: Draft = {
    now,
    at: new Date(now).toISOString(),
    events: [],
    state,
    add(type, data) {
      const event = watchEvent(type, data);
      draft.events.push(event);
      draft.state = applyWatch(draft.state, { ...event, stream: "", seq: 0, at: now });
    },
  };
  return draft;
}
