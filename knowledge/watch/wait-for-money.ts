import type { Decision } from "../ledger/decide.ts";
import { watchEvent } from "./watch-events.ts";
import { isDue, type WatchState } from "./watch-state.ts";

/** Milliseconds after which it is tried again whatever the account told: by then the settings may allow more. */
const LONGEST = 24 * 60 * 60_000;

export interface MoneyWait {
  readonly failure: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When its account can pay again by itself, ISO 8601; null where that is not known. */
  readonly roomAt: string | null;
}

/**
 * Has an answer that no account could pay for wait until its account can, and for a day at most; answers until when, ISO
 * 8601, null where nothing waits, because it was answered. One that waits already goes on to wait as it was told, so that
 * two who were refused tell it once. Pure.
 */
export function waitForMoney(
  { failures }: Pick<WatchState, "failures">,
  { failure: id, now, roomAt }: MoneyWait,
): Decision<string | null> {
  const failure = failures.find((one) => one.failure === id);
  if (failure === undefined || !isDue(failure)) return { events: [], answer: null };
  const { waits } = failure;
  if (waits !== null && isWaiting(waits.until, now)) return { events: [], answer: waits.until };
  const room = roomAt === null ? Number.POSITIVE_INFINITY : Date.parse(roomAt);
  const until = new Date(Math.max(now, Math.min(room, now + LONGEST))).toISOString();
  const at = new Date(now).toISOString();
  return { events: [watchEvent("answer.waits", { failure: id, at, until, why: "money" })], answer: until };
}

/** Whether a wait goes on; `now` in milliseconds since the epoch. Pure. */
export function isWaiting(until: string | null, now: number): boolean {
  return until !== null && now < Date.parse(until);
}
