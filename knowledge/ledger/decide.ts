import { AssayError } from "../errors.ts";
import type { Ledger, LedgerEvent } from "../ports/ledger.ts";
import { keepReadOuts } from "./keep-read-outs.ts";
import type { Folded, Projection } from "./projection.ts";
import { readOn, readState } from "./read-state.ts";

/** What a decision wants: events to append (none for a refusal or when there is nothing to do), and its answer. */
export interface Decision<Answer> {
  readonly events: readonly LedgerEvent[];
  readonly answer: Answer;
}

export interface Decided<State, Answer> extends Folded<State> {
  readonly answer: Answer;
  /** `behind`: the events are stored, the read-outs for lists could not be; the next append mends them. */
  readonly readOuts: "kept" | "behind";
}

/** Times that somebody else may come first before the command gives up. */
export const ATTEMPTS = 200;

/**
 * Reads a stream's state, lets `choose` decide on it, and appends what it decided as one batch; where
 * somebody else appended first, decides again on the new state. `choose` is pure and may be asked often.
 * Errors: ledger_contended after {@link ATTEMPTS} conflicts, and those of the ledger.
 */
export async function decide<State, Answer>(
  ledger: Ledger,
  stream: string,
  projection: Projection<State>,
  choose: (now: Folded<State>) => Decision<Answer>,
): Promise<Decided<State, Answer>> {
  const { snapshotSeq, ...read } = await readState(ledger, stream, projection);
  let now: Folded<State> = read;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { events, answer } = choose(now);
    if (events.length === 0) return { ...now, answer, readOuts: "kept" };
    const result = await ledger.append(stream, now.seq, events);
    if (result.kind === "appended") {
      const after = await readOn(ledger, stream, projection, now);
      return {
        ...after,
        answer,
        readOuts: await keepReadOuts(ledger, stream, projection, after, snapshotSeq),
      };
    }
    now = await readOn(ledger, stream, projection, now);
  }
  throw new AssayError("ledger_contended", { stream, attempts: ATTEMPTS });
}
