import { changeStream } from "../change/change-events.ts";
import { CHANGE_RUN, lastRun } from "../change/change-run.ts";
import type { ChangeRun, ChangeState } from "../change/change-state.ts";
import { AssayError } from "../errors.ts";
import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";

/** What names a change. */
export interface ChangeId {
  readonly repository: string;
  readonly number: number;
}

export interface ReadChange {
  readonly state: ChangeState;
  /** Sequence of the last event. */
  readonly seq: number;
  readonly run: ChangeRun;
}

/** A change with its live or last run. Errors: change_unknown where none was ever started, and those of the ledger. */
export async function readChange(
  { ledger }: Pick<Deps, "ledger">,
  { repository, number }: ChangeId,
): Promise<ReadChange> {
  const { state, seq } = await readState(ledger, changeStream(repository, number), CHANGE_RUN);
  const run = lastRun(state);
  if (run === null) throw new AssayError("change_unknown", { change: `${repository}#${number}` });
  return { state, seq, run };
}
