import { setTimeout } from "node:timers/promises";
import type { Pause } from "../../ports/pause.ts";

/** The machine's timer. */
export const systemPause: Pause = { sleep: (milliseconds) => setTimeout(milliseconds) };
