import type { CheckRun } from "../../ports/forge.ts";
import type { ApiCheckRun } from "./api-types.ts";

const STATUSES: readonly CheckRun["status"][] = [
  "queued",
  "in_progress",
  "completed",
  "waiting",
  "requested",
  "pending",
];
/** Slug of the app that GitHub's own CI reports as. */
const OWN_CI = "github-actions";
const LONGEST_TITLE = 500;
const LONGEST_SUMMARY = 4_000;

/** A check run, with the job that it stands for where it is one of GitHub's own CI: there both have one id. */
export function checkRunOf(run: ApiCheckRun): CheckRun {
  const own = run.app?.slug === OWN_CI;
  const workflowRun = own ? /\/actions\/runs\/(\d+)\b/.exec(run.details_url ?? "")?.[1] : undefined;
  return {
    id: Number(run.id),
    name: run.name,
    app: run.app?.slug ?? "unknown",
    status: STATUSES.find((status) => status === run.status) ?? "pending",
    conclusion: run.status === "completed" ? run.conclusion : null,
    url: run.html_url ?? run.details_url,
    job: workflowRun === undefined ? null : Number(run.id),
    workflowRun: workflowRun === undefined ? null : Number(workflowRun),
    workflow: null,
    startedAt: run.started_at,
    completedAt: run.completed_at,
    title: (run.output.title ?? "").slice(0, LONGEST_TITLE),
    summary: (run.output.summary ?? "").slice(0, LONGEST_SUMMARY),
    annotations: run.output.annotations_count,
  };
}
