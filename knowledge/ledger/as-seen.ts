import type { LedgerEvent } from "../ports/ledger.ts";
import type { Decision } from "./decide.ts";

/**
 * A decision that rests on what was looked at besides a stream as well: it stands for the state at `seq` alone. Where
 * somebody appended since it is not taken, the answer is false, and whoever took it looks again. Pure.
 */
export function asSeen(
  seq: number,
  events: readonly LedgerEvent[],
): (now: { readonly seq: number }) => Decision<boolean> {
  return (now) => (now.seq === seq ? { events, answer: true } : { events: [], answer: false });
}
