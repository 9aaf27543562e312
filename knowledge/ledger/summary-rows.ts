import type { Ledger } from "../ports/ledger.ts";
import type { ListedProjection } from "./projection.ts";
import { readState } from "./read-state.ts";

/** What a list shows of one stream. */
export interface SummaryRow<Row> {
  readonly stream: string;
  readonly row: Row;
  /** Sequence that the kept summary knows of; null where none could be used and the stream was folded. */
  readonly summarySeq: number | null;
}

/** Whether a kept summary tells enough for the list; one that does not is folded. */
type TellsEnough<Row> = (row: Row) => boolean;

/**
 * A row for each stream of a kind that has a summary, by stream name: the kept one where it is of this version, else
 * what the fold says now, so that a new version of a summary hides nothing. Asks for no index of the ledger; a stream
 * whose summary was lost is in {@link streamRows} alone. `Row` is what the projection's summary makes. Errors: those of
 * the ledger.
 */
export async function summaryRows<Row, State = unknown>(
  ledger: Pick<Ledger, "read" | "snapshot" | "summaries">,
  projection: ListedProjection<State>,
  tellsEnough: TellsEnough<Row> = () => true,
): Promise<readonly SummaryRow<Row>[]> {
  const { kind, summary } = projection;
  const rows: SummaryRow<Row>[] = [];
  for (const { stream, seq, v, data } of await ledger.summaries(kind)) {
    const isCurrent = v === summary.v && tellsEnough(data as Row);
    rows.push(
      isCurrent ? { stream, row: data as Row, summarySeq: seq } : await folded(ledger, stream, projection),
    );
  }
  return rows;
}

/** As {@link summaryRows}, and a row for each stream that has no summary as well: it costs one more query. */
export async function streamRows<Row, State = unknown>(
  ledger: Pick<Ledger, "read" | "snapshot" | "streams" | "summaries">,
  projection: ListedProjection<State>,
  tellsEnough?: TellsEnough<Row>,
): Promise<readonly SummaryRow<Row>[]> {
  const listed = await summaryRows(ledger, projection, tellsEnough);
  const known = new Set(listed.map(({ stream }) => stream));
  const rows = [...listed];
  for (const stream of await ledger.streams(`${projection.kind}/`))
    if (!known.has(stream)) rows.push(await folded<Row, State>(ledger, stream, projection));
  return rows.sort((a, b) => (a.stream < b.stream ? -1 : 1));
}

async function folded<Row, State>(
  ledger: Pick<Ledger, "read" | "snapshot">,
  stream: string,
  projection: ListedProjection<State>,
): Promise<SummaryRow<Row>> {
  const { state } = await readState(ledger, stream, projection);
  return { stream, row: projection.summary.of(state) as Row, summarySeq: null };
}
