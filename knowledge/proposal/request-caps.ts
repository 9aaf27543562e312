/** Most that one request proposes; the rest waits for the next one. */
export const MOST_ITEMS = 100;

/** Most commits to one request in an hour: each starts somebody's CI and tells its readers. */
export const COMMITS_AN_HOUR = 6;

/** Most requests that are opened in an hour, in all repositories of a ledger. */
export const OPENED_AN_HOUR = 10;

/** Most requests that are open, in all repositories of a ledger. */
export const MOST_OPEN = 50;

const HOUR = 3_600_000;

/** How many of the times lie in the hour before `now` (milliseconds); times ahead of the clock count. */
export function inLastHour(times: readonly string[], now: number): number {
  return times.filter((time) => Date.parse(time) > now - HOUR).length;
}
