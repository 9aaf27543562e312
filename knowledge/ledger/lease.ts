/** Who has something in hand, and until when. */
export interface Lease {
  readonly holder: string;
  /** ISO 8601; from then on anybody may take it over. */
  readonly until: string;
}

/** Whoever would take something in hand. */
export interface LeaseAsker extends LeaseTime {
  readonly holder: string;
}

/** What tells whether a lease still holds. */
export interface LeaseTime {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether a holder runs no more, so that its lease need not be waited for. */
  readonly isGone: (holder: string) => boolean;
}

/** Whether somebody, whoever asks, may still work under a lease: it has not run out, and its holder runs. Pure. */
export function isHeld(lease: Lease | null, { now, isGone }: LeaseTime): lease is Lease {
  return lease !== null && now < Date.parse(lease.until) && !isGone(lease.holder);
}

/**
 * How a lease stands for one who asks: `free` where nobody has taken it, `mine` whether or not it has run out, `held` by
 * another, `expired` where that one's has run out or they run no more. Pure.
 */
export function leaseStanding(
  lease: Lease | null,
  { holder, ...time }: LeaseAsker,
): "free" | "mine" | "held" | "expired" {
  if (lease === null) return "free";
  if (isMine(lease, holder)) return "mine";
  return isHeld(lease, time) ? "held" : "expired";
}

/** Whether this holder was the last to take it: nobody else has taken it over since. Pure. */
export function isMine(lease: Lease | null, holder: string): boolean {
  return lease?.holder === holder;
}

/** A lease from `now` on, as it is taken or renewed; given back, it is one of 0 milliseconds. Pure. */
export function leaseFor(holder: string, now: number, forMs: number): Lease {
  return { holder, until: new Date(now + forMs).toISOString() };
}
