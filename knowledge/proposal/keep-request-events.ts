import { decide } from "../ledger/decide.ts";
import type { Folded } from "../ledger/projection.ts";
import type { Ledger, LedgerEvent } from "../ports/ledger.ts";
import { REQUEST } from "./request.ts";
import { type RequestPlace, requestStream } from "./request-identity.ts";
import type { RequestState } from "./request-state.ts";

/** Appends what `choose` makes of the state as it is by then, and gives the state after it. Errors: those of the ledger. */
export async function keepRequestEvents(
  ledger: Ledger,
  place: RequestPlace,
  choose: (state: RequestState) => readonly LedgerEvent[],
): Promise<Folded<RequestState>> {
  const { state, seq } = await decide(ledger, requestStream(place), REQUEST, (now) => ({
    events: choose(now.state),
    answer: null,
  }));
  return { state, seq };
}
