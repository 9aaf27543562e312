import { decide } from "../ledger/decide.ts";
import type { Folded } from "../ledger/projection.ts";
import { keepRequestEvents } from "./keep-request-events.ts";
import { noteOnce } from "./note-once.ts";
import { REQUEST } from "./request.ts";
import type { RequestDeps } from "./request-deps.ts";
import { requestEvent } from "./request-events.ts";
import { type RequestPlace, requestStream } from "./request-identity.ts";
import type { RequestState } from "./request-state.ts";

/**
 * Closes our open request that has nothing left to propose, and gives the state after it; null where the ledger moved
 * since `seq`, and nothing was written. That we close it is kept first, so that a closing of which no answer came is not
 * taken for a person's. Errors: those of forge and ledger.
 */
export async function takeClose(
  deps: Pick<RequestDeps, "changeRequests" | "clock" | "forge" | "ledger">,
  place: RequestPlace,
  number: number,
  seq: number,
): Promise<Folded<RequestState> | null> {
  const at = new Date(deps.clock.now()).toISOString();
  const { answer } = await decide(deps.ledger, requestStream(place), REQUEST, (now) =>
    now.seq === seq
      ? { events: [requestEvent(place, "request.closing", { at, number })], answer: true }
      : { events: [], answer: false },
  );
  if (!answer) return null;
  await noteOnce(deps.forge, place, { number, about: "nothing-left", text: SAID });
  await deps.changeRequests.close(place.repository, number);
  const end = { by: null, number, why: "nothing-left", reason: null, items: [] } as const;
  return keepRequestEvents(deps.ledger, place, ({ open }) => {
    if (open?.number !== number) return [];
    const closedAt = new Date(deps.clock.now()).toISOString();
    return [requestEvent(place, "request.closed", { ...end, at: closedAt, url: open.url })];
  });
}

const SAID =
  "Nothing is left to propose here: what it held stands on the default branch or is wanted no more.";
