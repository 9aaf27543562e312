import type { TimedJob } from "../../ports/ci-feed.ts";
import type { Place } from "./github-clients.ts";

/** The jobs of one attempt of a workflow run, all pages, with the times of their steps. */
export async function readTimedJobs(
  { client, owner, repo }: Place,
  run: number,
  attempt: number,
): Promise<readonly TimedJob[]> {
  const jobs = await client.paginate(
    "GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs",
    { owner, repo, run_id: run, attempt_number: attempt, per_page: 100 },
  );
  return jobs.map((job) => ({
    id: Number(job.id),
    name: job.name,
    conclusion: job.conclusion,
    url: job.html_url,
    // Of a job that waits, this is when it was queued.
    startedAt: job.status === "in_progress" || job.status === "completed" ? job.started_at : null,
    completedAt: job.completed_at,
    steps: (job.steps ?? []).map((step) => ({
      name: step.name,
      number: step.number,
      conclusion: step.conclusion,
      startedAt: step.started_at ?? null,
      completedAt: step.completed_at ?? null,
    })),
  }));
}
