import type { Ledger } from "../ports/ledger.ts";
import type { Folded, Projection } from "./projection.ts";

/** A state that was read, and the sequence of the snapshot that the reading began with. */
export interface ReadState<State> extends Folded<State> {
  readonly snapshotSeq: number;
}

/**
 * The state of a stream now: its newest snapshot and every event after it. Writes nothing, so that a
 * query needs no write access. Errors: those of the ledger.
 */
export async function readState<State>(
  ledger: Pick<Ledger, "read" | "snapshot">,
  stream: string,
  projection: Projection<State>,
): Promise<ReadState<State>> {
  const snapshot = await ledger.snapshot(stream, projection.v);
  const from =
    snapshot === null
      ? { state: projection.initial, seq: 0 }
      : { state: snapshot.state as State, seq: snapshot.seq };
  return {
    ...(await readOn(ledger, stream, projection, from)),
    snapshotSeq: from.seq,
  };
}

/** Brings a state up to date with the events that were appended since. Errors: those of the ledger. */
export async function readOn<State>(
  ledger: Pick<Ledger, "read">,
  stream: string,
  projection: Pick<Projection<State>, "apply">,
  from: Folded<State>,
): Promise<Folded<State>> {
  let { state, seq } = from;
  for await (const event of ledger.read(stream, seq)) {
    state = projection.apply(state, event);
    seq = event.seq;
  }
  return { state, seq };
}
