import { decide } from "../ledger/decide.ts";
import type { Ledger } from "../ports/ledger.ts";
import { WATCH } from "../watch/watch.ts";
import { type WatchEvents, watchEvent } from "../watch/watch-events.ts";

/**
 * Keeps what was read, and the code of what ended it early, if anything did; a pull that found nothing new and that is
 * known to be done is kept once. Errors: those of the ledger.
 */
export async function keepPull(
  ledger: Ledger,
  stream: string,
  pulled: WatchEvents["evidence.pulled"],
  failed: string | null,
): Promise<void> {
  const { at, tip, runs, done } = pulled;
  await decide(ledger, stream, WATCH, ({ state: { evidence, evidenceFailed } }) => {
    const isKnown =
      runs.length === 0 && evidence?.tip === tip && evidence.done === done && evidenceFailed === null;
    // The first time, also from when on runs are to be read once they can be.
    const isNews = failed === null ? !isKnown : runs.length > 0 || evidence === null;
    return {
      events: [
        ...(isNews ? [watchEvent("evidence.pulled", pulled)] : []),
        ...(failed === null ? [] : [watchEvent("evidence.failed", { at, tip, code: failed })]),
      ],
      answer: null,
    };
  });
}
