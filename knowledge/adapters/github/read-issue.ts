import type { Issue } from "../../ports/forge.ts";
import type { Place } from "./github-clients.ts";
import { issueOf } from "./issue-of.ts";

/** An issue, or a pull request as one. */
export async function readIssue({ client, owner, repo }: Place, number: number): Promise<Issue> {
  const { data } = await client.request("GET /repos/{owner}/{repo}/issues/{issue_number}", {
    owner,
    repo,
    issue_number: number,
  });
  return issueOf(data);
}
