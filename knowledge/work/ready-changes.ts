import type { ChangeSummary } from "../change/change-run.ts";
import type { Deps } from "../ports/deps.ts";
import { changeRows } from "./change-rows.ts";

/** A run whose next thing is a host's. */
export interface ReadyChange extends ChangeSummary {
  readonly ready: NonNullable<ChangeSummary["ready"]>;
}

/**
 * The runs of these repositories that were seen to be ready, also those that somebody holds, those first that were so
 * for the longest. Errors: those of the ledger.
 */
export async function readyChanges(
  deps: Pick<Deps, "ledger">,
  repositories: readonly string[],
): Promise<readonly ReadyChange[]> {
  const here = new Set(repositories.map((name) => name.toLowerCase()));
  return (await changeRows(deps))
    .flatMap((row) =>
      row.ready !== null && here.has(row.repository.toLowerCase()) ? [{ ...row, ready: row.ready }] : [],
    )
    .sort((a, b) => Date.parse(a.ready.at) - Date.parse(b.ready.at));
}
