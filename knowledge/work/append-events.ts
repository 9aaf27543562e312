import { changeStream } from "../change/change-events.ts";
import { CHANGE_RUN } from "../change/change-run.ts";
import { keepReadOuts } from "../ledger/keep-read-outs.ts";
import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import type { LedgerEvent } from "../ports/ledger.ts";
import type { ChangeId } from "./read-change.ts";

/**
 * Appends events that were decided on the state at `seq`; false where somebody else came first, and then everything is
 * to be looked at anew. Errors: those of the ledger.
 */
export async function appendEvents(
  { ledger }: Pick<Deps, "ledger">,
  { repository, number }: ChangeId,
  seq: number,
  events: readonly LedgerEvent[],
): Promise<boolean> {
  const stream = changeStream(repository, number);
  const result = await ledger.append(stream, seq, events);
  if (result.kind === "conflict") return false;
  const { snapshotSeq, ...now } = await readState(ledger, stream, CHANGE_RUN);
  await keepReadOuts(ledger, stream, CHANGE_RUN, now, snapshotSeq);
  return true;
}
