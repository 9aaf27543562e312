import type { CheckRunState, GithubState, RepositoryState } from "../state/state.ts";
import type { Schemas } from "./schemas.ts";

/** A job of a workflow run: its check run, seen by the CI that ran it. */
export function jobShape(
  state: GithubState,
  repository: RepositoryState,
  check: CheckRunState,
): Schemas["job"] {
  const job = check.job!;
  const root = `${state.api}/repos/${repository.owner}/${repository.name}`;
  const iso = (at: number | null): string | null => (at === null ? null : state.clock.iso(at));
  const ended = iso(check.completedAt);
  return {
    id: check.id,
    run_id: job.run.id,
    run_url: `${root}/actions/runs/${job.run.id}`,
    run_attempt: job.attempt,
    node_id: `CR_${check.id}`,
    head_sha: check.sha,
    url: `${root}/actions/jobs/${check.id}`,
    html_url: check.detailsUrl,
    status: check.status,
    conclusion: check.conclusion as Schemas["job"]["conclusion"],
    created_at: state.clock.iso(check.createdAt),
    started_at: state.clock.iso(check.startedAt ?? check.createdAt),
    completed_at: ended,
    name: check.name,
    steps: job.steps.map((step, index) => ({
      name: step.name,
      number: index + 1,
      status: step.conclusion === null ? "queued" : "completed",
      conclusion: step.conclusion,
      started_at: iso(step.startedAt ?? null),
      completed_at: step.completedAt === undefined ? ended : iso(step.completedAt),
    })),
    check_run_url: `${root}/check-runs/${check.id}`,
    labels: ["ubuntu-latest"],
    runner_id: 1,
    runner_name: "GitHub Actions 1",
    runner_group_id: 0,
    runner_group_name: "GitHub Actions",
    workflow_name: job.run.name,
    head_branch: job.run.branch,
  };
}
