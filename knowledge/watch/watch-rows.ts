import type { WatchSettings } from "../config/config.ts";
import { streamRows } from "../ledger/summary-rows.ts";
import type { Ledger } from "../ports/ledger.ts";
import { WATCH, type WatchSummary } from "./watch.ts";
import type { WatchState } from "./watch-state.ts";
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
  const rows = await streamRows<WatchSummary, WatchState>(ledger, WATCH);
  const known = new Map(rows.map(({ stream, row }) => [stream, row]));
  return watchedRepositories(settings).map((one) => {
    const row = one.watched ? known.get(watchStream(settings.organisation, one.repository)) : undefined;
    return { ...one, summary: row ?? null };
  });
}
