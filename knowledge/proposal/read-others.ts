import { summaryRows } from "../ledger/summary-rows.ts";
import type { Ledger } from "../ports/ledger.ts";
import { REQUEST, type RequestSummary } from "./request.ts";
import { type RequestPlace, requestStream } from "./request-identity.ts";
import type { RequestState } from "./request-state.ts";

/** What the ledger knows of all other requests. */
export interface Others {
  /** Open as far as it knows, the one first of which it heard nothing for longest. */
  readonly open: readonly RequestPlace[];
  /** When they were opened. */
  readonly openedAt: readonly string[];
}

/** What the ledger knows of all other requests, for the caps. Errors: those of the ledger. */
export async function readOthers(
  ledger: Pick<Ledger, "read" | "snapshot" | "summaries">,
  place: RequestPlace,
): Promise<Others> {
  const own = requestStream(place);
  const others = (await summaryRows<RequestSummary, RequestState>(ledger, REQUEST)).flatMap(
    ({ stream, row }) => (stream === own ? [] : [row]),
  );
  return {
    open: others
      .filter(({ state }) => state === "open")
      .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
      .map(({ repository, kind }) => ({ repository: repository as RequestPlace["repository"], kind })),
    openedAt: others.flatMap(({ openedAt }) => openedAt),
  };
}
