import type { Ledger } from "../ports/ledger.ts";
import { keepReadOuts } from "./keep-read-outs.ts";
import type { Projection } from "./projection.ts";
import { readState } from "./read-state.ts";

/** Makes the summaries of a kind anew from its events; what lists show is then what gates fold. Errors: those of the ledger. */
export async function rebuildSummaries<State>(ledger: Ledger, projection: Projection<State>): Promise<void> {
  for (const stream of await ledger.streams(`${projection.kind}/`)) {
    const { snapshotSeq, ...now } = await readState(ledger, stream, projection);
    await keepReadOuts(ledger, stream, projection, now, snapshotSeq);
  }
}
