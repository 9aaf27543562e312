/** What became of the attempt to carry out an effect. */
export type EffectEnd =
  | { readonly kind: "done"; readonly url: string | null }
  /** The branch stands elsewhere, or the change is open no more: there is nothing to commit on. */
  | { readonly kind: "moved" }
  /** It is not taken, and trying again makes no difference. */
  | { readonly kind: "refused"; readonly why: string }
  /** It may have been written a moment ago by a process that is gone; the forge's lists tell for sure after this time. */
  | { readonly kind: "later"; readonly until: string };

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
