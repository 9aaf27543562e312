import { applyQa } from "../apply-qa.ts";
import type { SubjectState } from "../subject-state.ts";
import type { QaEvent } from "./decision.ts";

/** A subject as it will be once events are appended. Pure. */
export function withEvents(state: SubjectState, events: readonly QaEvent[]): SubjectState {
  return events.reduce(
    (folded, { type, data }) => applyQa(folded, { type, v: 1, data: { ...data }, stream: "", seq: 0, at: 0 }),
    state,
  );
}
