import type { ChangeSummary } from "../change/change-run.ts";
import type { Deps } from "../ports/deps.ts";
import { summarisedChanges } from "./change-rows.ts";

/** A run of which something is to come, as its summary tells. */
export interface WaitingChange extends ChangeSummary {
  readonly waitingSince: string;
  /** Sequence of the last event that the summary knows of; null where it is of another version. */
  readonly summarySeq: number | null;
}

/** Runs that are looked at in one call. */
export const LOOKED_AT = 60;
/** Milliseconds between two looks of those who look by a clock. */
const LOOKS_APART = 10 * 60_000;

/**
 * The runs of the ledger of which something is to come, those first that wait for the longest; of these repositories,
 * or of all. By summaries alone, so that no list of streams is needed: one whose summary was lost comes back when
 * somebody looks for what is ready. Errors: those of the ledger.
 */
export async function waitingChanges(
  { ledger }: Pick<Deps, "ledger">,
  repositories: readonly string[] | null,
): Promise<readonly WaitingChange[]> {
  const wanted = repositories === null ? null : new Set(repositories.map((name) => name.toLowerCase()));
  const rows: WaitingChange[] = [];
  for (const { row, summarySeq } of await summarisedChanges({ ledger })) {
    const { waitingSince, repository } = row;
    if (waitingSince === null || wanted?.has(repository.toLowerCase()) === false) continue;
    rows.push({ ...row, waitingSince, summarySeq });
  }
  return rows.sort(
    (a, b) => Date.parse(a.waitingSince) - Date.parse(b.waitingSince) || (a.url < b.url ? -1 : 1),
  );
}

/**
 * Those that are looked at now, in their order: all of them, or where they are too many the part whose turn it is by the
 * clock, so that runs of which nothing ever comes keep no other from being looked at. Pure.
 */
export function chooseWaiting<Row>(rows: readonly Row[], now: number): readonly Row[] {
  const parts = Math.max(1, Math.ceil(rows.length / LOOKED_AT));
  const from = (Math.floor(now / LOOKS_APART) % parts) * LOOKED_AT;
  return rows.slice(from, from + LOOKED_AT);
}
