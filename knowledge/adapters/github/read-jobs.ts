import type { Job } from "../../ports/forge.ts";
import type { Place } from "./github-clients.ts";

/** The jobs of the last attempt of a workflow run, all pages. */
export async function readJobs(place: Place, workflowRun: number): Promise<readonly Job[]> {
  const { client, owner, repo } = place;
  const jobs = await client.paginate("GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs", {
    owner,
    repo,
    run_id: workflowRun,
    filter: "latest",
    per_page: 100,
  });
  return jobs.map(({ id, name, conclusion, html_url, steps }) => ({
    id: Number(id),
    name,
    conclusion,
    url: html_url,
    steps: (steps ?? []).map((step) => ({ name: step.name, conclusion: step.conclusion })),
  }));
}
