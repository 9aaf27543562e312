import type { Decision } from "../ledger/decide.ts";
import { isHeld, isMine, type LeaseAsker, leaseFor } from "../ledger/lease.ts";
import { watchEvent } from "./watch-events.ts";
import type { FailureState, WatchState } from "./watch-state.ts";

/** Milliseconds that somebody may work on an answer before anybody may take it over. */
export const LEASE = 15 * 60_000;

export interface AnswerClaim extends LeaseAsker {
  readonly failure: string;
  /** Which answers are taken: a triage, or what an issue is told. */
  readonly of: "triage" | "issue";
  /** Until when it is taken on, as `now`; left out, for the lease. */
  readonly until?: number;
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
  { failure: id, of, until: asked, ...asker }: AnswerClaim,
): Decision<ClaimAnswer> {
  const failure = failures.find((one) => one.failure === id);
  if (failure === undefined) return { events: [], answer: { kind: "unknown" } };
  const { answer, decided, done, claim } = failure;
  if (done !== null || answer.kind === "none") return { events: [], answer: { kind: "answered", failure } };
  if ((answer.kind === "triage") !== (of === "triage")) return { events: [], answer: { kind: "unknown" } };
  const { holder, now } = asker;
  const goesOn = isMine(claim, holder) && decided === null;
  if (!goesOn && isHeld(claim, asker)) {
    const { holder: other, until } = claim;
    return { events: [], answer: { kind: "claimed-by-other", holder: other, until } };
  }
  const at = new Date(now).toISOString();
  const taken = { at, ...leaseFor(holder, now, asked === undefined ? LEASE : asked - now) };
  return {
    events: [watchEvent("answer.claimed", { failure: id, ...taken })],
    answer: { kind: "claimed", failure: { ...failure, claim: taken } },
  };
}
