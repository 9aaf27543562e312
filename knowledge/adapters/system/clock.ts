import type { Clock } from "../../ports/clock.ts";

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };
