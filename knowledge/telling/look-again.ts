/** Milliseconds after which a forge's lists surely hold what was written. */
const LISTS_BEHIND = 60_000;

/**
 * When to look again for something that was begun and is in no list; null where it was never begun, or so long ago
 * that it was surely not written. Times are ISO 8601 and milliseconds since the epoch.
 */
export function lookAgainAt(begunAt: string | null, now: number): string | null {
  if (begunAt === null) return null;
  const until = Date.parse(begunAt) + LISTS_BEHIND;
  return now < until ? new Date(until).toISOString() : null;
}
