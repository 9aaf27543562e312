import { type Decision, decide } from "../ledger/decide.ts";
import type { Deps } from "../ports/deps.ts";
import { ulid } from "../record/record-id.ts";
import { ACCOUNT } from "./account.ts";
import { accountStream, type MoneyPlace, moneyEvent } from "./account-events.ts";
import { type MoneyLimits, type MoneyRefusal, refuseMoney, tightestRoom } from "./money-room.ts";

/** Milliseconds after which an unsettled reservation counts as spent for good. */
export const RESERVATION_MS = 15 * 60 * 1000;

/** What somebody wants to spend. Money is whole micro-dollars. */
export interface MoneyAsk {
  readonly place: MoneyPlace;
  /** In a word or two, e.g. `engineer`. */
  readonly purpose: string;
  /** `<provider>/<model>`; null where it is not about one call. */
  readonly model: string | null;
  readonly by: string | null;
  readonly micros: number;
  /** Takes what is left where that is at least so much; all of `micros` where this is absent. */
  readonly atLeastMicros?: number;
  /** Milliseconds until it counts as spent, {@link RESERVATION_MS} by default. */
  readonly forMs?: number;
  /** Where the same thing is asked for again after a kill: the reservation of this id is then given again. */
  readonly id?: string;
}

export interface Reserved {
  readonly kind: "reserved";
  readonly id: string;
  readonly capMicros: number;
  /** ISO 8601. */
  readonly expiresAt: string;
}

/**
 * Sets money aside in an account, or says which cap is in the way and what can be done. What is set aside counts as
 * spent at once, whoever else asks at the same time. Errors: those of the ledger.
 */
export async function reserve(
  { ledger, clock, ids }: Pick<Deps, "ledger" | "clock" | "ids">,
  account: string,
  ask: MoneyAsk,
  limits: MoneyLimits,
): Promise<Reserved | MoneyRefusal> {
  const seen = clock.now();
  const id = ask.id ?? `res_${ulid(seen, ids.random(10))}`;
  const { answer } = await decide(
    ledger,
    accountStream(account),
    ACCOUNT,
    ({ state }): Decision<Reserved | MoneyRefusal> => {
      // Another process's clock may be ahead; times of one account never go back.
      const now = Math.max(seen, state.at);
      const known = state.entries.find((entry) => entry.id === id);
      if (known !== undefined)
        return {
          events: [],
          answer: {
            kind: "reserved",
            id,
            capMicros: known.capMicros,
            expiresAt: new Date(known.expiresAt).toISOString(),
          },
        };
      const least = ask.atLeastMicros ?? ask.micros;
      const tightest = tightestRoom(state, now, ask.place, limits);
      const refusal = refuseMoney(state, now, least, tightest);
      if (refusal !== null) return { events: [], answer: refusal };
      const reserved: Reserved = {
        kind: "reserved",
        id,
        capMicros: Math.min(ask.micros, tightest?.leftMicros ?? ask.micros),
        expiresAt: new Date(now + (ask.forMs ?? RESERVATION_MS)).toISOString(),
      };
      const { capMicros, expiresAt } = reserved;
      const { place, purpose, model, by } = ask;
      const at = new Date(now).toISOString();
      const event = moneyEvent("money.reserved", {
        id,
        at,
        capMicros,
        expiresAt,
        purpose,
        model,
        by,
        ...place,
      });
      return { events: [event], answer: reserved };
    },
  );
  return answer;
}
