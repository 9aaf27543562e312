import { CHANGE_RUN, type ChangeSummary } from "../change/change-run.ts";
import { rebuildSummaries } from "../ledger/rebuild-summaries.ts";
import type { Deps } from "../ports/deps.ts";
import { everyChange } from "./change-rows.ts";

/** A run whose next thing is a host's. */
export interface ReadyChange extends ChangeSummary {
  readonly ready: NonNullable<ChangeSummary["ready"]>;
}

/**
 * The runs of these repositories that were seen to be ready, also those that somebody holds, those first that were so
 * for the longest. Summaries that were lost, or are of another version, are written anew: who looks at the changes by
 * summaries alone would never come to those. Errors: those of the ledger.
 */
export async function readyChanges(
  { ledger }: Pick<Deps, "ledger">,
  repositories: readonly string[],
): Promise<readonly ReadyChange[]> {
  const here = new Set(repositories.map((name) => name.toLowerCase()));
  const rows = await everyChange({ ledger });
  const unlisted = rows.filter(({ summarySeq }) => summarySeq === null).map(({ stream }) => stream);
  await rebuildSummaries(ledger, CHANGE_RUN, unlisted);
  return rows
    .flatMap(({ row }) =>
      row.ready !== null && here.has(row.repository.toLowerCase()) ? [{ ...row, ready: row.ready }] : [],
    )
    .sort((a, b) => Date.parse(a.ready.at) - Date.parse(b.ready.at));
}
