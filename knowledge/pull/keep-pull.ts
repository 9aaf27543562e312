import { decide } from "../ledger/decide.ts";
import type { Ledger } from "../ports/ledger.ts";
import { WATCH } from "../watch/watch.ts";
import { type WatchEvents, watchEvent } from "../watch/watch-events.ts";

export interface PullEnd {
  /** What ended it early, or null. */
  readonly failed: Pick<WatchEvents["evidence.failed"], "code" | "run"> | null;
  /** Whether it was told which run is read next, and not yet what became of it. */
  readonly isBegun: boolean;
}

/**
 * Keeps what was read, and what ended it early, if anything did; a pull that found nothing new and that is known to be
 * done is kept once. Errors: those of the ledger.
 */
export async function keepPull(
  ledger: Ledger,
  stream: string,
  pulled: WatchEvents["evidence.pulled"],
  { failed, isBegun }: PullEnd = { failed: null, isBegun: false },
): Promise<void> {
  const { at, tip, runs, done, begun } = pulled;
  await decide(ledger, stream, WATCH, ({ state: { evidence, evidenceFailed } }) => {
    const isTold = runs.length > 0 || begun !== undefined || isBegun;
    const isKnown = evidence?.tip === tip && evidence.done === done && evidenceFailed === null;
    // The first time, also from when on runs are to be read once they can be.
    const isNews = isTold || (failed === null ? !isKnown : evidence === null);
    return {
      events: [
        ...(isNews ? [watchEvent("evidence.pulled", pulled)] : []),
        ...(failed === null ? [] : [watchEvent("evidence.failed", { at, tip, ...failed })]),
      ],
      answer: null,
    };
  });
}
