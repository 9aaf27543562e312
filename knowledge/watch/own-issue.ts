import type { IssueSight, Observation } from "./observation.ts";
import type { WatchState } from "./watch-state.ts";

export type OwnIssue =
  | { readonly kind: "none" }
  /** The issue of ours that began a change among those since the last green tip, or that one was to close. */
  | { readonly kind: "issue"; readonly issue: number }
  | { readonly kind: "missing"; readonly after: string; readonly until: string };

/**
 * Whether a change that an issue of ours started is among those that came in since the last tip that passed (C-073,
 * C-101): by what its run under QA noted and by the words that close an issue, the newest such change. A tip that passed itself, and fails now, is asked
 * from the green tip before it on. An issue that was seen to be gone is none. Pure.
 */
export function ownIssueOf(state: WatchState, { merged, issues }: Observation, commit: string): OwnIssue {
  if (state.issues.length === 0) return { kind: "none" };
  const green = state.lastGreen === commit ? state.greenBefore : state.lastGreen;
  const after = green ?? state.firstTip;
  if (after === null || after === commit) return { kind: "none" };
  if (merged === null || merged.after !== after || merged.until !== commit)
    return { kind: "missing", after, until: commit };
  const there = state.issues.filter(({ issue }) => !isGone(issues[issue]));
  const ours = new Set(there.map(({ issue }) => issue));
  const issue = merged.changes.flatMap(({ closes }) => closes).find((number) => ours.has(number));
  return issue === undefined ? { kind: "none" } : { kind: "issue", issue };
}

function isGone(seen: IssueSight | undefined): boolean {
  return seen?.state === "closed" && seen.closedAt === null;
}
