import type { Place } from "./github-clients.ts";

/** Opens a closed issue again. */
export async function reopenIssue({ client, owner, repo }: Place, number: number): Promise<void> {
  await client.request("PATCH /repos/{owner}/{repo}/issues/{issue_number}", {
    owner,
    repo,
    issue_number: number,
    state: "open",
    state_reason: "reopened",
  });
}
