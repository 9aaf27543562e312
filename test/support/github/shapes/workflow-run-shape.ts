import { readCommit } from "../git/commits.ts";
import { findRepository } from "../state/find-repository.ts";
import type { CheckRunState, GithubState, RepositoryState, WorkflowRunState } from "../state/state.ts";
import { minimalPullShapes } from "./minimal-pull-shape.ts";
import { repositoryShape } from "./repository-shape.ts";
import type { Schemas } from "./schemas.ts";
import { userShape } from "./user-shape.ts";

/** A workflow run; how it ended follows from the jobs of its last attempt. */
export function workflowRunShape(
  state: GithubState,
  repository: RepositoryState,
  run: WorkflowRunState,
  attempt = run.attempt,
): Schemas["workflow-run"] {
  const name = `${repository.owner}/${repository.name}`;
  const url = `${state.api}/repos/${name}/actions/runs/${run.id}`;
  const commit = readCommit(repository.store, run.sha);
  const jobs = repository.checkRuns.filter((one) => one.job?.run === run && one.job.attempt === attempt);
  const at = state.clock.iso(run.createdAt);
  const { headRepository: head } = run;
  const headRepository =
    head === repository || findRepository(state, `${head.owner}/${head.name}`) === head
      ? repositoryShape(state, head)
      : null;
  return {
    id: run.id,
    name: run.name,
    node_id: `WFR_${run.id}`,
    check_suite_id: run.suite,
    check_suite_node_id: `CS_${run.suite}`,
    head_branch: run.branch,
    head_sha: run.sha,
    path: run.path,
    run_number: run.number,
    run_attempt: attempt,
    event: run.event,
    display_title: commit?.message.split("\n")[0] ?? run.name,
    ...(run.held ? { status: "completed", conclusion: "action_required" } : endOf(jobs)),
    workflow_id: run.workflow,
    url,
    html_url: `${state.web}/${name}/actions/runs/${run.id}`,
    pull_requests: run.event === "push" ? [] : minimalPullShapes(state, repository, run.sha),
    created_at: at,
    updated_at: state.clock.iso(Math.max(run.createdAt, ...jobs.map((job) => job.completedAt ?? 0))),
    run_started_at: at,
    actor: userShape(state, run.actor),
    triggering_actor: userShape(state, run.actor),
    jobs_url: `${url}/jobs`,
    logs_url: `${url}/logs`,
    check_suite_url: `${state.api}/repos/${name}/check-suites/${run.suite}`,
    artifacts_url: `${url}/artifacts`,
    cancel_url: `${url}/cancel`,
    rerun_url: `${url}/rerun`,
    previous_attempt_url: attempt > 1 ? `${url}/attempts/${attempt - 1}` : null,
    workflow_url: `${state.api}/repos/${name}/actions/workflows/${run.workflow}`,
    head_commit:
      commit === null
        ? null
        : {
            id: commit.sha,
            tree_id: commit.tree,
            message: commit.message,
            timestamp: state.clock.iso(commit.committer.at),
            author: { name: commit.author.name, email: commit.author.email },
            committer: { name: commit.committer.name, email: commit.committer.email },
          },
    repository: repositoryShape(state, repository),
    // The description leaves out that it is null once a fork is gone.
    head_repository: headRepository as Schemas["workflow-run"]["head_repository"],
  };
}

const WORST = ["failure", "timed_out", "action_required", "cancelled", "stale"];

function endOf(jobs: readonly CheckRunState[]): { status: string; conclusion: string | null } {
  if (jobs.some((job) => job.status !== "completed")) {
    const begun = jobs.some((job) => job.status !== "queued");
    return { status: begun ? "in_progress" : "queued", conclusion: null };
  }
  const bad = WORST.find((word) => jobs.some((job) => job.conclusion === word));
  const allSkipped = jobs.length > 0 && jobs.every((job) => job.conclusion === "skipped");
  return { status: "completed", conclusion: bad ?? (allSkipped ? "skipped" : "success") };
}
