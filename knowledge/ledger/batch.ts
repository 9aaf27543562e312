import { AssayError } from "../errors.ts";
import { BATCH_LIMIT, type LedgerEvent, type StoredEvent } from "../ports/ledger.ts";

/** What one append stores: one immutable item, whatever the adapter. */
export interface Batch {
  readonly stream: string;
  /** Sequence numbers of its first and last event. */
  readonly first: number;
  readonly last: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The events, as {@link encodeEvents} wrote them. */
  readonly body: string;
}

/** Serialises the events of one append. Errors: batch_too_large, counted in bytes of UTF-8. */
export function encodeEvents(stream: string, events: readonly LedgerEvent[]): string {
  const body = JSON.stringify(events.map(({ type, v, data }) => ({ type, v, data })));
  const bytes = Buffer.byteLength(body);
  if (bytes > BATCH_LIMIT)
    throw new AssayError("batch_too_large", {
      stream,
      bytes,
      limit: BATCH_LIMIT,
    });
  return body;
}

/** The events of a batch after sequence `after`, in order; types nobody knows are kept as they are. */
export function decodeEvents({ stream, first, at, body }: Batch, after = 0): StoredEvent[] {
  const events = JSON.parse(body) as LedgerEvent[];
  return events
    .map(({ type, v, data }, index) => ({
      type,
      v,
      data,
      stream,
      seq: first + index,
      at,
    }))
    .filter(({ seq }) => seq > after);
}

/** The part of a stream's name before the first `/`. */
export function streamKind(stream: string): string {
  return stream.split("/", 1)[0] ?? stream;
}
