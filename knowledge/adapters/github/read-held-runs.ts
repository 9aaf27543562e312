import type { HeldRun } from "../../ports/forge.ts";
import type { Place } from "./github-clients.ts";
import { workflowPath } from "./workflow-path.ts";

/**
 * The workflow runs at a commit that wait for a person's approval. Those of an outsider's pull request are told as
 * completed with the conclusion `action_required`; those before a protected environment as `waiting`.
 */
export async function readHeldRuns(place: Place, commit: string): Promise<readonly HeldRun[]> {
  const { client, owner, repo } = place;
  const runs = await client.paginate("GET /repos/{owner}/{repo}/actions/runs", {
    owner,
    repo,
    head_sha: commit,
    per_page: 100,
  });
  return runs
    .filter(({ status, conclusion }) =>
      [status, conclusion].some((word) => word === "action_required" || word === "waiting"),
    )
    .map(({ id, name, path, event, html_url: url }) => ({
      id: Number(id),
      name: name ?? "",
      path: workflowPath(path),
      event,
      url,
    }));
}
