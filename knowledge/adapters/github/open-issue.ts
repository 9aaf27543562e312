import type { Issue, NewIssue } from "../../ports/forge.ts";
import type { Place } from "./github-clients.ts";
import { issueOf } from "./issue-of.ts";
import { makeLabels } from "./make-labels.ts";

/** Opens an issue. GitHub leaves labels out, without a word, for whoever may not push: the answer says which it has. */
export async function openIssue(place: Place, { title, body, labels }: NewIssue): Promise<Issue> {
  const { client, owner, repo } = place;
  await makeLabels(place, labels);
  const { data } = await client.request("POST /repos/{owner}/{repo}/issues", {
    owner,
    repo,
    title,
    body,
    labels: [...labels],
  });
  return issueOf(data);
}
