import type { Config } from "../../config/config.ts";
import { carryOutRequest } from "../../proposal/carry-out-request.ts";
import type { RequestDeps } from "../../proposal/request-deps.ts";
import type { RequestPlace } from "../../proposal/request-identity.ts";
import type { SecretMask } from "../../record/secret-mask.ts";
import { readByHand } from "./by-hand.ts";
import { type RequestOutcome, tellOutcome } from "./request-outcome.ts";

export interface Carrying {
  readonly config: Pick<Config, "forge" | "labels">;
  readonly mask: SecretMask;
  /** Who asks for what was declined again, or null. */
  readonly again: string | null;
  readonly dryRun: boolean;
}

/** Brings a request to what is wanted, by the settings, and tells what was done. Errors: those of {@link carryOutRequest}. */
export async function carriedRequest(
  deps: RequestDeps,
  place: RequestPlace,
  { config: { labels, forge }, ...carrying }: Carrying,
): Promise<RequestOutcome> {
  const carried = await carryOutRequest(deps, place, {
    ...carrying,
    label: labels.proposal,
    quotesInPublic: forge.quoteLogsInPublic,
  });
  return tellOutcome(place, carried, await readByHand(deps, place, carried.state.open !== null));
}
