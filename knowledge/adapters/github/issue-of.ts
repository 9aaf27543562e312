import type { Issue } from "../../ports/forge.ts";
import type { ApiIssue } from "./api-types.ts";
import { labelNames } from "./label-names.ts";
import { loginOf } from "./login-of.ts";

/** Associations of people who can write to the repository, or whose organisation it is. */
const TEAM: ReadonlySet<string> = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

/** An issue. */
export function issueOf(issue: ApiIssue): Issue {
  return {
    number: issue.number,
    url: issue.html_url,
    title: issue.title,
    body: issue.body ?? "",
    author: loginOf(issue.user),
    byTeam: TEAM.has(issue.author_association ?? ""),
    state: issue.state === "closed" ? "closed" : "open",
    labels: labelNames(issue.labels),
    createdAt: issue.created_at,
    closedAt: issue.closed_at,
  };
}
