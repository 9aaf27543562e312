import type { IssueState } from "../state/state.ts";

/** Issues in the order that a request asks for: newest first unless told. */
export function sortIssues(query: URLSearchParams, issues: readonly IssueState[]): IssueState[] {
  const sort = query.get("sort") ?? "created";
  const up = (query.get("direction") ?? "desc") === "asc" ? 1 : -1;
  const key = (issue: IssueState): number => (sort === "updated" ? issue.updatedAt : issue.createdAt);
  return [...issues].sort((a, b) => up * (key(a) - key(b) || a.number - b.number));
}
