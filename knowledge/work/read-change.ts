import { changeStream } from "../change/change-events.ts";
import { CHANGE_RUN, lastRun } from "../change/change-run.ts";
import type { ChangeRun, ChangeState } from "../change/change-state.ts";
import { AssayError } from "../errors.ts";
import type { Folded } from "../ledger/projection.ts";
import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";

/** What names a change. */
export interface ChangeId {
  readonly repository: string;
  readonly number: number;
}

export interface ReadChange extends Folded<ChangeState> {
  /** The live run, or the last one. */
  readonly run: ChangeRun;
}

/** A change with its live or last run. Errors: change_unknown where none was ever started, and those of the ledger. */
export async function readChange({ ledger }: Pick<Deps, "ledger">, id: ChangeId): Promise<ReadChange> {
  return asChange(id, await readState(ledger, changeStream(id.repository, id.number), CHANGE_RUN));
}

/** A folded stream as the change that it is. Errors: change_unknown. */
export function asChange({ repository, number }: ChangeId, { state, seq }: Folded<ChangeState>): ReadChange {
  const run = lastRun(state);
  if (run === null) throw new AssayError("change_unknown", { change: `${repository}#${number}` });
  return { state, seq, run };
}
