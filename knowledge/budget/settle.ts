import { type Decision, decide } from "../ledger/decide.ts";
import type { Deps } from "../ports/deps.ts";
import type { ModelUsage } from "../ports/model.ts";
import { ACCOUNT } from "./account.ts";
import { takesEnd } from "./account-entry.ts";
import { accountStream, moneyEvent } from "./account-events.ts";

/** What a reservation cost in the end. */
export interface Settlement {
  /** Whole micro-dollars, more than what was reserved too. */
  readonly micros: number;
  /** Null where it is not about one call. */
  readonly usage: ModelUsage | null;
  readonly latencyMs: number | null;
}

/**
 * `settled` gives what counts now and what of it is above the reservation; `already` what was said before, which
 * stands; `unknown`: there is no such reservation, or its cap was counted more than seven days ago.
 */
export type Settled =
  | { readonly kind: "settled" | "already"; readonly micros: number; readonly overMicros: number }
  | { readonly kind: "unknown" };

/**
 * Says what a reservation cost; it is recorded in full. Saying it twice changes nothing; a reservation that expired
 * is put right. Errors: those of the ledger.
 */
export function settle(
  deps: Pick<Deps, "ledger" | "clock">,
  account: string,
  id: string,
  settlement: Settlement,
): Promise<Settled> {
  return end(deps, account, id, settlement);
}

/** Says that a reservation surely cost nothing. One that is settled stays settled. Errors: those of the ledger. */
export function release(deps: Pick<Deps, "ledger" | "clock">, account: string, id: string): Promise<Settled> {
  return end(deps, account, id, null);
}

async function end(
  { ledger, clock }: Pick<Deps, "ledger" | "clock">,
  account: string,
  id: string,
  settlement: Settlement | null,
): Promise<Settled> {
  const seen = clock.now();
  const kind = settlement === null ? "released" : "settled";
  const { answer } = await decide(ledger, accountStream(account), ACCOUNT, ({ state }): Decision<Settled> => {
    const entry = state.entries.find((one) => one.id === id);
    if (entry === undefined) return { events: [], answer: { kind: "unknown" } };
    const isNews = takesEnd(entry, { kind });
    const micros = isNews ? (settlement?.micros ?? 0) : (entry.end?.micros ?? 0);
    const overMicros = Math.max(0, micros - entry.capMicros);
    const at = new Date(Math.max(seen, state.at)).toISOString();
    const event =
      settlement === null
        ? moneyEvent("money.released", { id, at })
        : moneyEvent("money.settled", { id, at, ...settlement });
    return {
      events: isNews ? [event] : [],
      answer: { kind: isNews ? "settled" : "already", micros, overMicros },
    };
  });
  return answer;
}
