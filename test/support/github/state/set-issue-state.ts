import type { GithubState, IssueState } from "./state.ts";

/** Closes or reopens an issue; nothing changes where it is so already. */
export function setIssueState(
  state: GithubState,
  issue: IssueState,
  to: "open" | "closed",
  how: { readonly reason?: IssueState["stateReason"] | undefined; readonly at?: number | undefined } = {},
): void {
  if (issue.state === to) return;
  const at = how.at ?? state.clock.now();
  issue.state = to;
  issue.stateReason = how.reason ?? (to === "closed" ? "completed" : "reopened");
  issue.closedAt = to === "closed" ? at : null;
  if (to === "open") issue.open.push({ from: at, until: null });
  else issue.open.at(-1)!.until = at;
  issue.updatedAt = at;
}
