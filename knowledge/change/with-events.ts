import type { LedgerEvent } from "../ports/ledger.ts";
import { CHANGE_RUN } from "./change-run.ts";
import type { ChangeState } from "./change-state.ts";

/** A change as it will be once events are appended. Pure. */
export function withEvents(state: ChangeState, events: readonly LedgerEvent[]): ChangeState {
  return events.reduce(
    (folded, event) => CHANGE_RUN.apply(folded, { ...event, stream: "", seq: 0, at: 0 }),
    state,
  );
}
