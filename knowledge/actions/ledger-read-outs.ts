import { SNAPSHOT_EVERY } from "../ledger/keep-read-outs.ts";
import type { Folded, Projection } from "../ledger/projection.ts";
import type { Deps } from "../ports/deps.ts";
import type { Snapshot, Summary } from "../ports/ledger.ts";
import type { SharedBatch } from "../ports/ledger-sync.ts";

interface ReadOuts {
  readonly summary: Summary | null;
  readonly snapshot: Snapshot | null;
}

/** Part of a stream that stays, and what comes after it. */
interface Next {
  readonly stream: string;
  readonly keptTo: number;
  readonly added: readonly SharedBatch[];
}

/**
 * What lists and folds keep of a stream as it will be, before it is; `refuse` is told where its events cannot be folded.
 * Errors: those of the ledger.
 */
export async function readOutsOf(
  ledger: Pick<Deps["ledger"], "read" | "snapshot">,
  projection: Projection<unknown> | null,
  { stream, keptTo, added }: Next,
  refuse: (cause: unknown) => never,
): Promise<ReadOuts> {
  const last = added.at(-1)?.last;
  if (projection === null || last === undefined) return { summary: null, snapshot: null };
  const { v, summary } = projection;
  const before = await stateAt(ledger, stream, projection, keptTo);
  try {
    const state = added.reduce(
      (sum, { first, at, events }) =>
        events.reduce<unknown>(
          (state, event, index) => projection.apply(state, { ...event, stream, seq: first + index, at }),
          sum,
        ),
      before.state,
    );
    return {
      summary: summary === undefined ? null : { stream, seq: last, v: summary.v, data: summary.of(state) },
      snapshot: last - before.snapshotSeq >= SNAPSHOT_EVERY ? { stream, seq: last, v, state } : null,
    };
  } catch (cause) {
    return refuse(cause);
  }
}

/** The state of a stream at a sequence that it has gone past. */
async function stateAt(
  ledger: Pick<Deps["ledger"], "read" | "snapshot">,
  stream: string,
  { v, initial, apply }: Projection<unknown>,
  seq: number,
): Promise<Folded<unknown> & { readonly snapshotSeq: number }> {
  if (seq === 0) return { state: initial, seq, snapshotSeq: 0 };
  const kept = await ledger.snapshot(stream, v);
  const from = kept !== null && kept.seq <= seq ? kept : { state: initial, seq: 0 };
  let { state } = from;
  if (from.seq < seq)
    for await (const event of ledger.read(stream, from.seq)) {
      if (event.seq > seq) break;
      state = apply(state, event);
    }
  return { state, seq, snapshotSeq: from.seq };
}
