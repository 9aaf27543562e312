import { BATCH_LIMIT } from "../../ports/ledger.ts";
import type { QaEvent } from "./decision.ts";
import { materializationId } from "./fresh-id.ts";

/** Bytes that are left free in a batch, for what is appended beside: the answer to the request. */
const RESERVE = 60 * 1024;

/**
 * What a materialisation appends, in the order in which it may be cut into batches. What fits into one append stays as it
 * is. Of more, the rows carry a materialisation and do not count before the last event, which commits it. A batch that is
 * lost between leaves nothing that a repeated call does not put right. Pure.
 */
export function asMaterialization(
  events: readonly QaEvent[],
  { seed, at }: { readonly seed: Uint8Array; readonly at: string },
  limit = BATCH_LIMIT - RESERVE,
): readonly QaEvent[] {
  if (bytesOf(events) <= limit) return events;
  const materialization = materializationId(seed);
  const marked = events.map(
    (event): QaEvent =>
      event.type === "QARequirementCreated" ? { ...event, data: { ...event.data, materialization } } : event,
  );
  return [...marked, { type: "QAMaterializationCommitted", data: { materialization, at } }];
}

function bytesOf(events: readonly QaEvent[]): number {
  return events.reduce(
    (sum, { type, data }) => sum + Buffer.byteLength(JSON.stringify({ type, v: 1, data })) + 1,
    2,
  );
}
