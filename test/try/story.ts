import type { Chapter } from "./act.ts";
import { CHANGES } from "./chapters/changes.ts";
import { FIRST_RUNS } from "./chapters/first-runs.ts";
import { RED_RUNS } from "./chapters/red-runs.ts";
import { THE_END } from "./chapters/the-end.ts";

/** What happens in the shop, a chapter a day. */
export const STORY: readonly Chapter[] = [...FIRST_RUNS, ...RED_RUNS, ...CHANGES, ...THE_END];

/** When an act is, for the commits and the runs: the same in every telling. */
export function timeOf(chapter: number, act: number): string {
  return new Date(Date.UTC(2026, 0, 5 + chapter, 9, 5 * act)).toISOString().replace(":00.000Z", "Z");
}
