import { type AccountEntry, countedMicros, spentBy } from "./account-entry.ts";

/** Seven times 24 hours, in milliseconds. */
export const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * What counts in the seven days that end now: an entry counts from its reservation until seven days after it was
 * settled, or, unsettled, after it expired, to the millisecond. Its money was spent somewhere in between, so that no
 * seven days at all hold more than what was let through. Micro-dollars.
 */
export function weekSpend(entries: readonly AccountEntry[], now: number): number {
  return entries
    .filter((entry) => leavesAt(entry) > now)
    .reduce((sum, entry) => sum + countedMicros(entry), 0);
}

/**
 * When `micros` more fit under the cap if nothing else is spent, as an ISO time; now where they fit already, null
 * where they never do. What is not settled is taken to cost its cap.
 */
export function roomAt(
  entries: readonly AccountEntry[],
  now: number,
  { micros, capMicros }: { readonly micros: number; readonly capMicros: number },
): string | null {
  if (micros > capMicros) return null;
  let spent = weekSpend(entries, now);
  let at = now;
  const leaving = entries.filter((entry) => leavesAt(entry) > now).sort((a, b) => leavesAt(a) - leavesAt(b));
  for (const entry of leaving) {
    if (spent + micros <= capMicros) break;
    spent -= countedMicros(entry);
    at = leavesAt(entry);
  }
  return new Date(at).toISOString();
}

/** The moment at which an entry counts no more in the seven days that end then. */
export function leavesAt(entry: AccountEntry): number {
  return spentBy(entry) + WEEK_MS;
}
