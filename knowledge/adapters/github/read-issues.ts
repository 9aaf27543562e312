import type { Forge, Issue } from "../../ports/forge.ts";
import type { Place } from "./github-clients.ts";
import { issueOf } from "./issue-of.ts";

/** Issues that carry all of the labels, newest first, without the pull requests that GitHub lists among them. */
export async function readIssues(
  { client, owner, repo }: Place,
  { labels, state }: Parameters<Forge["issues"]>[1],
): Promise<readonly Issue[]> {
  // In the list that GitHub takes, a comma ends a name.
  const asked = labels.filter((label) => !label.includes(","));
  const found = await client.paginate("GET /repos/{owner}/{repo}/issues", {
    owner,
    repo,
    state,
    ...(asked.length === 0 ? {} : { labels: asked.join(",") }),
    sort: "created",
    direction: "desc",
    per_page: 100,
  });
  const unique = new Map(
    found.filter((issue) => issue.pull_request === undefined).map((issue) => [issue.number, issue]),
  );
  return [...unique.values()].map(issueOf).filter((issue) => carriesAll(issue, labels));
}

/** Names of labels differ by more than their case. */
function carriesAll(issue: Issue, labels: readonly string[]): boolean {
  const carried = new Set(issue.labels.map((label) => label.toLowerCase()));
  return labels.every((label) => carried.has(label.toLowerCase()));
}
