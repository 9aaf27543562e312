import { CHANGE_RUN, type ChangeSummary } from "../change/change-run.ts";
import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";

/**
 * A row a change that was ever under QA: those that wait for a person before the others, then the newest first.
 * Summaries are written after an event and may be one behind; a change without one is folded. Errors: those of the
 * ledger.
 */
export async function changeRows({ ledger }: Pick<Deps, "ledger">): Promise<ChangeSummary[]> {
  const kept = new Map((await ledger.summaries(CHANGE_RUN.kind)).map((one) => [one.stream, one]));
  const rows: ChangeSummary[] = [];
  for (const stream of await ledger.streams(`${CHANGE_RUN.kind}/`)) {
    const known = kept.get(stream);
    const isCurrent = known?.v === CHANGE_RUN.summary?.v && typeof known?.data.number === "number";
    const data = isCurrent
      ? known.data
      : CHANGE_RUN.summary?.of((await readState(ledger, stream, CHANGE_RUN)).state);
    if (data !== undefined && typeof data.number === "number") rows.push(data as unknown as ChangeSummary);
  }
  const needs = ({ outcome }: ChangeSummary) => (outcome === "person" ? 0 : 1);
  return rows.sort((a, b) => needs(a) - needs(b) || (a.at < b.at ? 1 : -1));
}
