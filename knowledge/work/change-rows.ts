import { CHANGE_RUN, type ChangeSummary } from "../change/change-run.ts";
import type { ChangeState } from "../change/change-state.ts";
import { type SummaryRow, streamRows, summaryRows } from "../ledger/summary-rows.ts";
import type { Deps } from "../ports/deps.ts";

type ChangeRow = SummaryRow<ChangeSummary>;

/**
 * A row a change that was ever under QA: those that wait for a person before the others, then the newest first.
 * Summaries are written after an event and may be one behind; a change without one is folded. Errors: those of the
 * ledger.
 */
export async function changeRows(deps: Pick<Deps, "ledger">): Promise<ChangeSummary[]> {
  const rows = (await everyChange(deps)).map(({ row }) => row);
  const needs = ({ outcome }: ChangeSummary) => (outcome === "person" ? 0 : 1);
  return rows.sort((a, b) => needs(a) - needs(b) || (a.at < b.at ? 1 : -1));
}

/** Every change that was ever under QA, with a summary or without. Errors: those of the ledger. */
export async function everyChange({ ledger }: Pick<Deps, "ledger">): Promise<readonly ChangeRow[]> {
  const rows = await streamRows<ChangeSummary, ChangeState>(ledger, CHANGE_RUN, wasStarted);
  return rows.filter(({ row }) => wasStarted(row));
}

/** Those of {@link everyChange} that have a summary: no index of the ledger is asked for. Errors: those of the ledger. */
export async function summarisedChanges({ ledger }: Pick<Deps, "ledger">): Promise<readonly ChangeRow[]> {
  const rows = await summaryRows<ChangeSummary, ChangeState>(ledger, CHANGE_RUN, wasStarted);
  return rows.filter(({ row }) => wasStarted(row));
}

/** Nothing is told of a stream in which no run was begun. */
function wasStarted({ number }: Partial<ChangeSummary>): boolean {
  return typeof number === "number";
}
