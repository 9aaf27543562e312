import type { Ledger } from "../ports/ledger.ts";
import { keepReadOuts } from "./keep-read-outs.ts";
import type { Projection } from "./projection.ts";
import { readState } from "./read-state.ts";

/** Makes the summaries of these streams anew from their events; what lists show is then what gates fold. Errors: those of the ledger. */
export async function rebuildSummaries<State>(
  ledger: Pick<Ledger, "read" | "snapshot" | "putSummary" | "putSnapshot">,
  projection: Projection<State>,
  streams: readonly string[],
): Promise<void> {
  for (const stream of streams) {
    const { snapshotSeq, ...now } = await readState(ledger, stream, projection);
    await keepReadOuts(ledger, stream, projection, now, snapshotSeq);
  }
}
