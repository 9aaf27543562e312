import type { WorkflowRun } from "../../ports/forge.ts";
import type { Place } from "./github-clients.ts";
import { workflowPath } from "./workflow-path.ts";

/** A workflow run. */
export async function readWorkflowRun(place: Place, id: number): Promise<WorkflowRun> {
  const { client, owner, repo } = place;
  const { data } = await client.request("GET /repos/{owner}/{repo}/actions/runs/{run_id}", {
    owner,
    repo,
    run_id: id,
  });
  return {
    id: Number(data.id),
    name: data.name ?? "",
    commit: data.head_sha,
    branch: data.head_branch,
    event: data.event,
    path: workflowPath(data.path),
    url: data.html_url,
    conclusion: data.conclusion,
    // Empty for changes from forks, and null on some servers.
    changes: (data.pull_requests ?? []).map(({ number }) => number),
  };
}
