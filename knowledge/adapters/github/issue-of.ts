import type { Issue } from "../../ports/forge.ts";
import type { ApiIssue } from "./api-types.ts";
import { isByInsider, isByTeam } from "./is-insider.ts";
import { labelNames } from "./label-names.ts";
import { loginOf } from "./login-of.ts";

/** An issue. */
export function issueOf(issue: ApiIssue): Issue {
  return {
    number: issue.number,
    url: issue.html_url,
    title: issue.title,
    body: issue.body ?? "",
    author: loginOf(issue.user),
    byTeam: isByTeam(issue),
    byInsider: isByInsider(issue),
    state: issue.state === "closed" ? "closed" : "open",
    labels: labelNames(issue.labels),
    createdAt: issue.created_at,
    closedAt: issue.closed_at,
  };
}
