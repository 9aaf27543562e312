import { setTimeout as wait } from "node:timers/promises";
import type { CloudClock } from "./cloud-clock.ts";
import type { Cloud } from "./start-cloud.ts";

/** Milliseconds between two looks at what is due. */
const LOOK = 100;
/** Looks at schedules that come due again before all of them did, and at messages that come again. */
const ROUNDS = 500;

/** Lets it run until the signal is given. */
export async function runOn(cloud: Cloud, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    cloud.schedules.look();
    cloud.turn();
    await wait(LOOK, null, { signal }).catch(() => {});
  }
}

/**
 * Lets each schedule come due once, in the order of their times, and all be done that follows. Where the clock is the
 * machine's, they come due now, and messages that come again later are left.
 */
export async function runOnce(cloud: Cloud, clock: CloudClock, signal: AbortSignal): Promise<void> {
  const left = new Set(cloud.schedules.next.keys());
  if (!clock.moves) for (const name of left) cloud.schedules.fire(name);
  for (let round = 0; clock.moves && left.size > 0 && round < ROUNDS && !signal.aborted; round++) {
    clock.leap(Math.min(...[...left].map((name) => cloud.schedules.next.get(name) ?? 0)));
    for (const name of cloud.schedules.look()) left.delete(name);
    await cloud.drain();
  }
  await cloud.drain();
  for (let round = 0; clock.moves && round < ROUNDS && !signal.aborted; round++) {
    const next = cloud.nextMessage();
    if (next === null) return;
    clock.leap(next);
    await cloud.drain();
  }
}
