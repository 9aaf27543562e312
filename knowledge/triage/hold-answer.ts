import { decide } from "../ledger/decide.ts";
import { goneHolders } from "../ledger/gone-holders.ts";
import { isHeld, isMine, leaseFor } from "../ledger/lease.ts";
import type { Deps } from "../ports/deps.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import { type ClaimAnswer, claimAnswer, LEASE } from "../watch/claim-answer.ts";
import { WATCH } from "../watch/watch.ts";
import { type TriageDecision, watchEvent } from "../watch/watch-events.ts";
import type { FailureState, WatchState } from "../watch/watch-state.ts";

export interface AnswerPlace {
  readonly stream: string;
  readonly failure: string;
  /** Who works on it. */
  readonly holder: string;
}

/** The answer of a failure while this process works on it. */
export interface HeldAnswer {
  /** Holds it for the whole lease again; false where somebody else has taken it over, or it was answered. */
  keep(): Promise<boolean>;
  /** Gives it back: anybody may go on with it at once. */
  giveBack(): Promise<void>;
  /** Keeps what is decided before it is written; false where it was decided or taken over by another run meanwhile. */
  decide(decision: TriageDecision): Promise<boolean>;
  /** Appends what `make` makes of it, if it is still this process's; false where it is not. */
  append(make: (failure: FailureState) => readonly LedgerEvent[]): Promise<boolean>;
}

export type Held =
  | { readonly kind: "held"; readonly failure: FailureState; readonly held: HeldAnswer }
  | Exclude<ClaimAnswer, { readonly kind: "claimed" }>;

type HoldDeps = Pick<Deps, "ledger" | "clock" | "holder">;

/** What would become of a claim now; appends nothing. */
export async function peekAnswer(
  deps: HoldDeps,
  state: WatchState,
  place: Omit<AnswerPlace, "stream">,
): Promise<ClaimAnswer> {
  return claimAnswer(state, await claimOf(deps, state, place)).answer;
}

/** Takes on a triage's answer, unless somebody else works on it or it was given. Errors: those of the ledger. */
export async function holdAnswer(deps: HoldDeps, state: WatchState, place: AnswerPlace): Promise<Held> {
  const { ledger, clock } = deps;
  const { stream, failure: id, holder } = place;
  const claim = await claimOf(deps, state, place);
  const { answer } = await decide(ledger, stream, WATCH, (now) =>
    claimAnswer(now.state, { ...claim, now: clock.now() }),
  );
  if (answer.kind !== "claimed") return answer;

  const claimed = (forMs: number): LedgerEvent => {
    const now = clock.now();
    const at = new Date(now).toISOString();
    return watchEvent("answer.claimed", { failure: id, at, ...leaseFor(holder, now, forMs) });
  };
  const change = async (make: (failure: FailureState) => readonly LedgerEvent[]): Promise<boolean> => {
    const done = await decide(ledger, stream, WATCH, (now) => {
      const failure = now.state.failures.find((one) => one.failure === id);
      if (failure === undefined || failure.done !== null || !isMine(failure.claim, holder))
        return { events: [], answer: false };
      return { events: make(failure), answer: true };
    });
    return done.answer;
  };
  const heldAnswer: HeldAnswer = {
    keep: () => change(() => [claimed(LEASE)]),
    giveBack: async () => void (await change(() => [claimed(0)])),
    async decide(decision) {
      const at = new Date(clock.now()).toISOString();
      let isFirst = false;
      const isOurs = await change(({ decided }) => {
        isFirst = decided === null;
        return isFirst ? [watchEvent("answer.decided", { failure: id, at, decision })] : [];
      });
      return isOurs && isFirst;
    },
    append: change,
  };
  return { kind: "held", failure: answer.failure, held: heldAnswer };
}

/**
 * Has it rest until `until` (milliseconds since the epoch), as a claim that nobody works on, unless somebody else works on
 * it, it was given, or it rests already. Errors: those of the ledger.
 */
export async function restAnswer(
  deps: HoldDeps,
  state: WatchState,
  { stream, ...place }: AnswerPlace,
  until: number,
): Promise<void> {
  const claim = await claimOf(deps, state, place);
  await decide(deps.ledger, stream, WATCH, ({ state: now }) => {
    const known = now.failures.find(({ failure }) => failure === place.failure)?.claim ?? null;
    // Whoever took it on, this one or one that runs no more: it rests.
    return isHeld(known, { now: deps.clock.now(), isGone: () => false })
      ? { events: [], answer: null }
      : { events: claimAnswer(now, { ...claim, now: deps.clock.now(), until }).events, answer: null };
  });
}

async function claimOf(
  deps: HoldDeps,
  { failures }: WatchState,
  { failure, holder }: Omit<AnswerPlace, "stream">,
) {
  const other = failures.find((one) => one.failure === failure)?.claim?.holder ?? holder;
  const isGone = await goneHolders(deps, other === holder ? [] : [other]);
  return { failure, of: "triage", holder, now: deps.clock.now(), isGone } as const;
}
