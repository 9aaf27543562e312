import { CHANGE_RUN, type ChangeSummary } from "../change/change-run.ts";
import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import type { Summary } from "../ports/ledger.ts";

export interface ChangeRow {
  readonly row: ChangeSummary;
  /** Whether it is the kept summary; else the stream was folded. */
  readonly isCurrent: boolean;
}

/** What a list shows of a change: its kept summary where that is of this version; null where no run was begun. Errors: those of the ledger. */
export async function changeRow(
  ledger: Deps["ledger"],
  stream: string,
  kept: Summary | undefined,
): Promise<ChangeRow | null> {
  const isCurrent = kept?.v === CHANGE_RUN.summary?.v && typeof kept?.data.number === "number";
  const data = isCurrent
    ? kept.data
    : CHANGE_RUN.summary?.of((await readState(ledger, stream, CHANGE_RUN)).state);
  return typeof data?.number === "number" ? { row: data as unknown as ChangeSummary, isCurrent } : null;
}
