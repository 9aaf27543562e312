import { keepRequestEvents } from "./keep-request-events.ts";
import { noteOnce } from "./note-once.ts";
import type { RequestStep } from "./plan-request.ts";
import type { RequestDeps } from "./request-deps.ts";
import { requestEvent } from "./request-events.ts";
import type { RequestPlace } from "./request-identity.ts";
import type { RequestState } from "./request-state.ts";

/**
 * Keeps why a request is left alone, once; where somebody's commit is why, it is said once below the open request.
 * Errors: those of forge and ledger.
 */
export async function takeLeave(
  deps: Pick<RequestDeps, "clock" | "forge" | "ledger">,
  place: RequestPlace,
  { left }: Pick<RequestState, "left">,
  { why, number, author }: Extract<RequestStep, { kind: "leave" }>,
): Promise<RequestState | null> {
  if (left?.why === why && left.number === number) return null;
  if (why === "others-commit" && number !== null)
    await noteOnce(deps.forge, place, { number, about: "others-commit", text: SAID });
  const at = new Date(deps.clock.now()).toISOString();
  const { state } = await keepRequestEvents(deps.ledger, place, () => [
    requestEvent(place, "request.left", { at, why, number, author }),
  ]);
  return state;
}

const SAID =
  "There is a commit on this branch that Assay did not make, so it writes nothing more here: neither commits nor this description. What is new waits until this is merged or closed.";
