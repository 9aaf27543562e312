import { randomBytes } from "node:crypto";
import type { Call } from "../http/call.ts";
import { page } from "../http/page.ts";
import { refusal } from "../http/reply.ts";
import { route } from "../http/route.ts";
import { jobShape } from "../shapes/job-shape.ts";
import { workflowRunShape } from "../shapes/workflow-run-shape.ts";
import type { CheckRunState, WorkflowRunState } from "../state/state.ts";

const READ = { permissions: [{ actions: "read" }] } as const;
/** Where a log lies is told for a minute. */
const LOG_ADDRESS_LASTS = 60_000;

/** Workflow runs, their jobs and the jobs' logs. */
export const actionRoutes = [
  route("GET", "/repos/{owner}/{repo}/actions/runs", READ, (call) => {
    const { state, repository, query } = call;
    const [branch, event, sha, status] = ["branch", "event", "head_sha", "status"].map((name) =>
      query.get(name),
    );
    const now = state.clock.now();
    const runs = repository.workflowRuns
      .filter((run) => run.shownAt <= now)
      .filter((run) => branch == null || run.branch === branch)
      .filter((run) => event == null || run.event === event)
      .filter((run) => sha == null || run.sha === sha)
      .map((run) => workflowRunShape(state, repository, run))
      .filter((run) => status == null || run.status === status || run.conclusion === status)
      .reverse();
    return page(call, runs, (workflow_runs, total_count) => ({ total_count, workflow_runs }));
  }),
  route("GET", "/repos/{owner}/{repo}/actions/runs/{run_id}", READ, (call) => {
    return { status: 200, json: workflowRunShape(call.state, call.repository, needRun(call)) };
  }),
  route("GET", "/repos/{owner}/{repo}/actions/runs/{run_id}/jobs", READ, (call) => {
    const run = needRun(call);
    const all = call.query.get("filter") === "all";
    const jobs = call.repository.checkRuns
      .filter((check) => check.job?.run === run && (all || check.job.attempt === run.attempt))
      .map((check) => jobShape(call.state, call.repository, check));
    return page(call, jobs, (shown, total_count) => ({ total_count, jobs: shown }));
  }),
  route("GET", "/repos/{owner}/{repo}/actions/jobs/{job_id}", READ, (call) => {
    return { status: 200, json: jobShape(call.state, call.repository, needJob(call)) };
  }),
  route("GET", "/repos/{owner}/{repo}/actions/jobs/{job_id}/logs", { ...READ, signedIn: true }, (call) => {
    const { state } = call;
    const job = needJob(call);
    if (job.job!.logGone) throw refusal(410, "Server Error");
    if (job.job!.log === null || job.status !== "completed") throw refusal(404, "Not Found");
    const secret = randomBytes(24).toString("base64url");
    const expiresAt = state.clock.now() + LOG_ADDRESS_LASTS;
    state.downloads.set(secret, { job, expiresAt });
    const end = encodeURIComponent(state.clock.iso(expiresAt));
    return {
      status: 302,
      headers: { location: `${state.storage}/actions-results/${job.id}/job.log?se=${end}&sig=${secret}` },
    };
  }),
];

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
