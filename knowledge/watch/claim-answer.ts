import type { Decision } from "../ledger/decide.ts";
import { watchEvent } from "./watch-events.ts";
import type { FailureState, WatchState } from "./watch-state.ts";

/** Milliseconds that somebody may work on an answer before anybody may take it over. */
export const LEASE = 15 * 60_000;

export interface AnswerClaim {
  readonly failure: string;
  /** Which answers are taken: a triage, or what an issue is told. */
  readonly of: "triage" | "issue";
  readonly holder: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Until when it is taken on, as `now`; left out, for the lease. */
  readonly until?: number;
  /** Whether a holder runs no more, so that its lease need not be waited for. */
  readonly isGone: (holder: string) => boolean;
}

export type ClaimAnswer =
  | { readonly kind: "claimed"; readonly failure: FailureState }
  | { readonly kind: "claimed-by-other"; readonly holder: string; readonly until: string }
  /** Written already, or nothing is to be done about it. */
  | { readonly kind: "answered"; readonly failure: FailureState }
  /** No such failure, or one that is answered in the other way. */
  | { readonly kind: "unknown" };

/**
 * Takes on the answer of a failure for {@link LEASE}, or until `until`; the same holder may take it again and so go on,
 * until it is decided: then another run of that holder may be writing it. Pure.
 */
export function claimAnswer(
  { failures }: Pick<WatchState, "failures">,
  { failure: id, of, holder, now, until: asked = now + LEASE, isGone }: AnswerClaim,
): Decision<ClaimAnswer> {
  const failure = failures.find((one) => one.failure === id);
  if (failure === undefined) return { events: [], answer: { kind: "unknown" } };
  const { answer, decided, done, claim } = failure;
  if (done !== null || answer.kind === "none") return { events: [], answer: { kind: "answered", failure } };
  if ((answer.kind === "triage") !== (of === "triage")) return { events: [], answer: { kind: "unknown" } };
  const isOther = claim !== null && (claim.holder !== holder || decided !== null);
  if (isOther && isHeld(claim, now, isGone)) {
    const { holder: other, until } = claim;
    return { events: [], answer: { kind: "claimed-by-other", holder: other, until } };
  }
  const at = new Date(now).toISOString();
  const until = new Date(asked).toISOString();
  return {
    events: [watchEvent("answer.claimed", { failure: id, at, holder, until })],
    answer: { kind: "claimed", failure: { ...failure, claim: { at, holder, until } } },
  };
}

/** Whether whoever took an answer on may still work on it: the lease has not run out, and the process runs. Pure. */
export function isHeld(
  { holder, until }: { readonly holder: string; readonly until: string },
  now: number,
  isGone: (holder: string) => boolean,
): boolean {
  return now < Date.parse(until) && !isGone(holder);
}
