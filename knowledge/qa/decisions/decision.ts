import type { QaEventName, QaEvents } from "../qa-events.ts";
import type { QaRefusal, QaRefusalCode } from "../refusal.ts";

/** An event of a subject's stream as a decision wants it; the ledger's own version number is 1. */
export type QaEvent = {
  readonly [Name in QaEventName]: { readonly type: Name; readonly data: QaEvents[Name] };
}[QaEventName];

/** What a verb decided: events to append together (none: it was so already), and its answer. */
export interface Decided<Result> {
  readonly kind: "decided";
  readonly events: readonly QaEvent[];
  readonly result: Result;
}

export type QaDecision<Result> = Decided<Result> | QaRefusal;

export function decided<Result>(events: readonly QaEvent[], result: Result): Decided<Result> {
  return { kind: "decided", events, result };
}

export function refuse(code: QaRefusalCode, why: string, recover: string): QaRefusal {
  return { kind: "refused", code, why, recover };
}
