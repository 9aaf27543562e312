import type { WatchSettings } from "../config/config.ts";
import { readState } from "../ledger/read-state.ts";
import type { Ledger } from "../ports/ledger.ts";
import { WATCH, type WatchSummary } from "./watch.ts";
import { watchStream } from "./watch-stream.ts";
import { type WatchedRepository, watchedRepositories } from "./watched-repositories.ts";

export interface WatchRow extends WatchedRepository {
  /** Null where no look has been at it yet. */
  readonly summary: WatchSummary | null;
}

/**
 * What is known of each repository of the settings, in their order. Summaries are written after an event; a repository
 * without a current one is folded. Errors: those of the ledger.
 */
export async function watchRows(ledger: Ledger, settings: WatchSettings): Promise<readonly WatchRow[]> {
  const kept = new Map((await ledger.summaries(WATCH.kind)).map((one) => [one.stream, one]));
  const rows: WatchRow[] = [];
  for (const one of watchedRepositories(settings)) {
    const stream = watchStream(settings.organisation, one.repository);
    const known = one.watched ? kept.get(stream) : undefined;
    if (known?.v === WATCH.summary?.v) {
      rows.push({ ...one, summary: known?.data as unknown as WatchSummary });
      continue;
    }
    const { state, seq } = await readState(ledger, stream, WATCH);
    const folded = WATCH.summary?.of(state) as unknown as WatchSummary;
    rows.push({ ...one, summary: seq === 0 || !one.watched ? null : folded });
  }
  return rows;
}
