import type { NewChangeRequest } from "../../ports/change-requests.ts";
import type { ForgeChange } from "../../ports/forge.ts";
import { addLabels } from "./add-labels.ts";
import { changeOf } from "./change-of.ts";
import type { Place } from "./github-clients.ts";

/** Opens a pull request from a branch of the repository itself, then labels it. */
export async function openRequest(place: Place, request: NewChangeRequest): Promise<ForgeChange> {
  const { client, owner, repo } = place;
  const { branch, into, title, body, labels } = request;
  const { data } = await client.request("POST /repos/{owner}/{repo}/pulls", {
    owner,
    repo,
    head: branch,
    base: into,
    title,
    body,
  });
  // Just opened, its base is where the branch stands.
  const change = changeOf(data, data.base.sha);
  await addLabels(place, data.number, labels);
  return { ...change, labels: [...new Set([...change.labels, ...labels])] };
}
