import { CHANGE_RUN, type ChangeSummary } from "../change/change-run.ts";
import type { Deps } from "../ports/deps.ts";
import { changeRow } from "./change-row.ts";

/**
 * A row a change that was ever under QA: those that wait for a person before the others, then the newest first.
 * Summaries are written after an event and may be one behind; a change without one is folded. Errors: those of the
 * ledger.
 */
export async function changeRows({ ledger }: Pick<Deps, "ledger">): Promise<ChangeSummary[]> {
  const kept = new Map((await ledger.summaries(CHANGE_RUN.kind)).map((one) => [one.stream, one]));
  const rows: ChangeSummary[] = [];
  for (const stream of await ledger.streams(`${CHANGE_RUN.kind}/`)) {
    const read = await changeRow(ledger, stream, kept.get(stream));
    if (read !== null) rows.push(read.row);
  }
  const needs = ({ outcome }: ChangeSummary) => (outcome === "person" ? 0 : 1);
  return rows.sort((a, b) => needs(a) - needs(b) || (a.at < b.at ? 1 : -1));
}
