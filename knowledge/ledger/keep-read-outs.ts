import { AssayError } from "../errors.ts";
import type { Ledger } from "../ports/ledger.ts";
import type { Folded, Projection } from "./projection.ts";

/** New events after which a stream gets a new snapshot. */
export const SNAPSHOT_EVERY = 500;

/**
 * Writes what is made from a stream's state: its summary, and a snapshot where {@link SNAPSHOT_EVERY}
 * events have come since the last one. The events are stored by then, so a ledger that cannot take the
 * read-outs as well is reported (`behind`), not thrown. Errors: ledger_corrupt.
 */
export async function keepReadOuts<State>(
  ledger: Pick<Ledger, "putSummary" | "putSnapshot">,
  stream: string,
  { v, summary }: Projection<State>,
  { state, seq }: Folded<State>,
  snapshotSeq: number,
): Promise<"kept" | "behind"> {
  try {
    if (summary !== undefined)
      await ledger.putSummary({
        stream,
        seq,
        v: summary.v,
        data: summary.of(state),
      });
    if (seq - snapshotSeq >= SNAPSHOT_EVERY) await ledger.putSnapshot({ stream, seq, v, state });
    return "kept";
  } catch (error) {
    if (error instanceof AssayError && error.kind === "unavailable") return "behind";
    throw error;
  }
}
