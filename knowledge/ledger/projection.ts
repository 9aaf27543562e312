import type { StoredEvent } from "../ports/ledger.ts";

/**
 * How the streams of one kind become state. State and summary are JSON only: a snapshot is written out
 * and read back, and must then be equal to what it was made from.
 */
export interface Projection<State> {
  /** The streams it reads are named `<kind>/<id>`. */
  readonly kind: string;
  /** Raise it when `apply` or the state's shape changes: snapshots of another version are ignored. */
  readonly v: number;
  readonly initial: State;
  /** The state after one more event; pure. An event of a type or version it does not know changes nothing. */
  apply(state: State, event: StoredEvent): State;
  /** What lists show of a stream; absent where nothing lists this kind. */
  readonly summary?: {
    /** Raise it when the summary's shape changes. */
    readonly v: number;
    of(state: State): Readonly<Record<string, unknown>>;
  };
}

/** The projection of a kind that lists show. */
export type ListedProjection<State> = Projection<State> & Required<Pick<Projection<State>, "summary">>;

/** A state and the sequence of the last event in it, 0 for a stream that nobody has written to. */
export interface Folded<State> {
  readonly state: State;
  readonly seq: number;
}
