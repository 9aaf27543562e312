import type { Place } from "./github-clients.ts";
import { makeLabels } from "./make-labels.ts";

/** Adds labels to an issue or a pull request; those that the repository does not have are made. */
export async function addLabels(place: Place, number: number, labels: readonly string[]): Promise<void> {
  if (labels.length === 0) return;
  const { client, owner, repo } = place;
  await makeLabels(place, labels);
  await client.request("POST /repos/{owner}/{repo}/issues/{issue_number}/labels", {
    owner,
    repo,
    issue_number: number,
    labels: [...labels],
  });
}
