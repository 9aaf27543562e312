import type { Ledger } from "../ports/ledger.ts";
import type { Planning } from "./plan-request.ts";
import { REQUEST, type RequestSummary } from "./request.ts";
import { type RequestPlace, requestStream } from "./request-identity.ts";

/** What the ledger knows of all other requests, for the caps. Errors: those of the ledger. */
export async function readOthers(
  ledger: Pick<Ledger, "summaries">,
  place: RequestPlace,
): Promise<Planning["others"]> {
  const own = requestStream(place);
  const others = (await ledger.summaries(REQUEST.kind))
    .filter(({ stream, v }) => stream !== own && v === REQUEST.summary?.v)
    .map(({ data }) => data as unknown as RequestSummary);
  return {
    open: others.filter(({ state }) => state === "open").length,
    openedAt: others.flatMap(({ openedAt }) => openedAt),
  };
}
