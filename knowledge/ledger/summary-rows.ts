import type { Ledger } from "../ports/ledger.ts";
import type { Projection } from "./projection.ts";
import { readState } from "./read-state.ts";

/** What a list shows of one stream. */
export interface SummaryRow<Row> {
  readonly stream: string;
  readonly row: Row;
  /** Sequence that the kept summary knows of; null where it is of another version and the stream was folded. */
  readonly summarySeq: number | null;
}

/**
 * A row for each stream of a kind that has a summary, in the ledger's order: the kept one where it is of this version,
 * else what the fold says now, so that a new version of a summary hides nothing. `Row` is what the projection's summary
 * makes. Errors: those of the ledger.
 */
export async function summaryRows<Row, State = unknown>(
  ledger: Pick<Ledger, "read" | "snapshot" | "summaries">,
  projection: Projection<State> & Required<Pick<Projection<State>, "summary">>,
): Promise<readonly SummaryRow<Row>[]> {
  const { kind, summary } = projection;
  const rows: SummaryRow<Row>[] = [];
  for (const { stream, seq, v, data } of await ledger.summaries(kind)) {
    const isCurrent = v === summary.v;
    const row = isCurrent ? data : summary.of((await readState(ledger, stream, projection)).state);
    rows.push({ stream, row: row as Row, summarySeq: isCurrent ? seq : null });
  }
  return rows;
}
