import type { Call } from "../http/call.ts";
import { page } from "../http/page.ts";
import { type Reply, refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { jobShape } from "../shapes/job-shape.ts";
import { workflowRunShape } from "../shapes/workflow-run-shape.ts";
import type { CheckRunState, WorkflowRunState } from "../state/state.ts";
import { storedAt } from "../state/stored-at.ts";
import { createdWithin } from "./created-within.ts";

const READ = { permissions: [{ actions: "read" }] } as const;
const MOST_FOUND = 1_000;

/** Workflow runs, their jobs and the jobs' logs. */
export const actionRoutes = [
  route("GET", "/repos/{owner}/{repo}/actions/runs", READ, (call) => {
    const { state, repository, query } = call;
    const [branch, event, sha, status, created] = ["branch", "event", "head_sha", "status", "created"].map(
      (name) => query.get(name),
    );
    const within = createdWithin(created ?? null);
    const searched = [branch, event, sha, status, created].some((filter) => filter != null);
    const now = state.clock.now();
    const runs = repository.workflowRuns
      .filter((run) => run.shownAt <= now)
      .filter((run) => branch == null || run.branch === branch)
      .filter((run) => event == null || run.event === event)
      .filter((run) => sha == null || run.sha === sha)
      .filter((run) => within(run.createdAt))
      .sort((one, other) => one.createdAt - other.createdAt)
      .filter((run) => status == null || hasStatus(call, run, status))
      .reverse();
    // A search tells all that it counted, and shows the newest 1,000 of them.
    const shown = searched ? runs.slice(0, MOST_FOUND) : runs;
    return page(call, shown, (some) => ({
      total_count: runs.length,
      workflow_runs: some.map((run) => workflowRunShape(state, repository, run)),
    }));
  }),
  route("GET", "/repos/{owner}/{repo}/actions/runs/{run_id}", READ, (call) => {
    return { status: 200, json: workflowRunShape(call.state, call.repository, needRun(call)) };
  }),
  route("GET", "/repos/{owner}/{repo}/actions/runs/{run_id}/jobs", READ, (call) => {
    const run = needRun(call);
    const all = call.query.get("filter") === "all";
    return pageOfJobs(call, run, all ? null : run.attempt);
  }),
  route("GET", "/repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}", READ, (call) => {
    const run = needRun(call);
    return { status: 200, json: workflowRunShape(call.state, call.repository, run, needAttempt(call, run)) };
  }),
  route("GET", "/repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs", READ, (call) => {
    const run = needRun(call);
    return pageOfJobs(call, run, needAttempt(call, run));
  }),
  route("GET", "/repos/{owner}/{repo}/actions/jobs/{job_id}", READ, (call) => {
    return { status: 200, json: jobShape(call.state, call.repository, needJob(call)) };
  }),
  route("GET", "/repos/{owner}/{repo}/actions/jobs/{job_id}/logs", { ...READ, signedIn: true }, (call) => {
    const { state } = call;
    const job = needJob(call);
    if (job.job!.logGone) throw refusal(410, "Server Error");
    if (job.job!.log === null || job.status !== "completed") throw refusal(404, "Not Found");
    return storedAt(state, `${job.id}/job.log`, {
      type: "text/plain; charset=utf-8",
      content: () => job.job?.log ?? null,
    });
  }),
];

function hasStatus({ state, repository }: Call, run: WorkflowRunState, wanted: string): boolean {
  const { status, conclusion } = workflowRunShape(state, repository, run);
  return status === wanted || conclusion === wanted;
}

function pageOfJobs(call: Call, run: WorkflowRunState, attempt: number | null): Reply {
  const jobs = call.repository.checkRuns
    .filter((check) => check.job?.run === run && (attempt === null || check.job.attempt === attempt))
    .map((check) => jobShape(call.state, call.repository, check));
  return page(call, jobs, (shown, total_count) => ({ total_count, jobs: shown }));
}

function needAttempt({ params }: Call, run: WorkflowRunState): number {
  const attempt = Number(params.attempt_number);
  if (!(attempt >= 1 && attempt <= run.attempt)) throw refusal(404, "Not Found");
  return attempt;
}

function needRun({ repository, params }: Call): WorkflowRunState {
  const run = repository.workflowRuns.find((one) => String(one.id) === params.run_id);
  if (run === undefined) throw refusal(404, "Not Found");
  return run;
}

function needJob({ repository, params }: Call): CheckRunState {
  const job = repository.checkRuns.find((one) => one.job !== null && String(one.id) === params.job_id);
  if (job === undefined) throw refusal(404, "Not Found");
  return job;
}
