import { AssayError } from "../../errors.ts";
import type { WorkflowName } from "../../ports/forge.ts";
import type { Place } from "./github-clients.ts";
import { workflowPath } from "./workflow-path.ts";

/** The workflow of a workflow run, with what tells it from one of the same path that is kept elsewhere. */
export interface FoundWorkflow extends WorkflowName {
  readonly identity: string;
}

/** The workflow of a workflow run, or null where the run is gone or the token may not read it. */
export async function readWorkflow(place: Place, run: number): Promise<FoundWorkflow | null> {
  const { client, owner, repo } = place;
  try {
    const { data } = await client.request("GET /repos/{owner}/{repo}/actions/runs/{run_id}", {
      owner,
      repo,
      run_id: run,
    });
    const { path, event } = data;
    return { path: workflowPath(path), event, identity: JSON.stringify([path, event]) };
  } catch (error) {
    const isClosed =
      error instanceof AssayError && (error.code === "forge_missing" || error.code === "forge_denied");
    if (!isClosed) throw error;
    return null;
  }
}
