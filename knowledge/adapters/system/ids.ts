import { getRandomValues } from "node:crypto";
import type { Ids } from "../../ports/ids.ts";

/** Chance of the operating system. */
export const systemIds: Ids = { random: (bytes) => getRandomValues(new Uint8Array(bytes)) };
