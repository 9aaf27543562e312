import { decide } from "../ledger/decide.ts";
import { goneHolders } from "../ledger/gone-holders.ts";
import { isMine, type LeaseAsker, leaseFor, leaseStanding } from "../ledger/lease.ts";
import type { Deps } from "../ports/deps.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import { sweepEvent } from "./sweep-events.ts";
import { SWEEPS, type SweptWeek, weekIn } from "./sweeps.ts";
import type { Week } from "./week.ts";

/** Milliseconds that somebody may work on a week before anybody may take it over. */
export const LEASE = 20 * 60_000;

export interface WeekPlace {
  readonly stream: string;
  readonly week: Week;
  /** Who works on it. */
  readonly holder: string;
}

/** A week while this process works on it. */
export interface HeldWeek {
  /** Appends what `make` makes of it, if it is still this process's and not done; gives the week as it is then, or null. */
  append(make: (week: SweptWeek) => readonly LedgerEvent[]): Promise<SweptWeek | null>;
  /** Holds it for the whole lease again; false where somebody else has it now. */
  keep(): Promise<boolean>;
  /** Gives it back: anybody may go on with it at once. */
  giveBack(): Promise<void>;
}

export type Held =
  | { readonly kind: "held"; readonly week: SweptWeek; readonly held: HeldWeek }
  | { readonly kind: "done"; readonly week: SweptWeek }
  | { readonly kind: "claimed-by-other"; readonly holder: string; readonly until: string };

type HoldDeps = Pick<Deps, "ledger" | "clock" | "holder">;

/** Takes a week on, unless it is done or somebody else works on it. Errors: those of the ledger. */
export async function holdWeek(
  { ledger, clock, holder: holders }: HoldDeps,
  { stream, week: name, holder }: WeekPlace,
  seen: SweptWeek,
): Promise<Held> {
  const other = seen.claim?.holder ?? holder;
  const isGone = await goneHolders({ holder: holders }, other === holder ? [] : [other]);
  const claimed = (forMs: number): LedgerEvent => {
    const now = clock.now();
    const at = new Date(now).toISOString();
    return sweepEvent("sweep.claimed", { week: name, at, ...leaseFor(holder, now, forMs) });
  };
  const { answer, state } = await decide(ledger, stream, SWEEPS, (now) => {
    const week = weekIn(now.state, name);
    const refusal = refusalOf(week, { holder, now: clock.now(), isGone });
    return { events: refusal === null ? [claimed(LEASE)] : [], answer: refusal };
  });
  if (answer !== null) return answer;

  const append: HeldWeek["append"] = async (make) => {
    const done = await decide(ledger, stream, SWEEPS, (now) => {
      const week = weekIn(now.state, name);
      const isOurs = isMine(week.claim, holder) && week.done === null;
      return { events: isOurs ? make(week) : [], answer: isOurs };
    });
    return done.answer ? weekIn(done.state, name) : null;
  };
  const held: HeldWeek = {
    append,
    keep: async () => (await append(() => [claimed(LEASE)])) !== null,
    giveBack: async () => void (await append(() => [claimed(0)])),
  };
  return { kind: "held", week: weekIn(state, name), held };
}

/** Why a week is not to be taken on now, or null. Pure. */
export function refusalOf(
  week: SweptWeek,
  asker: LeaseAsker,
): Exclude<Held, { readonly kind: "held" }> | null {
  if (week.done !== null) return { kind: "done", week };
  const { claim } = week;
  if (claim === null || leaseStanding(claim, asker) !== "held") return null;
  return { kind: "claimed-by-other", holder: claim.holder, until: claim.until };
}
