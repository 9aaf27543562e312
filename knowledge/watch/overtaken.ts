import type { WatchEvents } from "./watch-events.ts";
import { KEPT_OVERTAKEN, type OvertakenTip, type WatchState } from "./watch-state.ts";

/** The overtaken tips once a tip was seen. Pure. */
export function overtakenBy(
  { head, overtaken }: Pick<WatchState, "head" | "overtaken">,
  { commit, outcome, relation }: WatchEvents["head.seen"],
): readonly OvertakenTip[] {
  // What passes or fails at a tip tells of everything that came in before it.
  if (outcome === "passed" || outcome === "failed") return [];
  if (head === null || head.commit === commit) return overtaken;
  if (relation !== "ahead") return [];
  if (head.outcome !== "running") return overtaken;
  // The oldest end first; where new ones took their places, none would ever be seen to end.
  return [...overtaken, { commit: head.commit, since: head.since }].slice(0, KEPT_OVERTAKEN);
}

/** The overtaken tips once one of them was read for the last time: what passed or failed tells of the older ones too. Pure. */
export function overtakenWithout(
  { overtaken }: Pick<WatchState, "overtaken">,
  { commit, outcome }: WatchEvents["tip.read"],
): readonly OvertakenTip[] {
  const read = overtaken.findIndex((tip) => tip.commit === commit);
  return outcome === "passed" || outcome === "failed"
    ? overtaken.slice(read + 1)
    : overtaken.filter((tip) => tip.commit !== commit);
}
