import type { CheckRun, CommitReports, CommitStatus } from "../../knowledge/ports/forge.ts";

let id = 0;

/** A check run of the forge's own CI that passed, but for what is told. */
export function sampleCheckRun(told: Partial<CheckRun> = {}): CheckRun {
  id++;
  return {
    id,
    name: "test",
    app: "github-actions",
    status: "completed",
    conclusion: "success",
    url: `https://github.com/octo/app/actions/runs/7/job/${told.id ?? id}`,
    job: told.id ?? id,
    workflowRun: 7,
    workflow: null,
    startedAt: "2026-01-05T10:00:00Z",
    completedAt: "2026-01-05T10:01:00Z",
    title: "",
    summary: "",
    annotations: 0,
    ...told,
  };
}

/** A commit status that passed, but for what is told. */
export function sampleStatus(told: Partial<CommitStatus> = {}): CommitStatus {
  return {
    context: "ci/other",
    state: "success",
    description: "",
    url: null,
    at: "2026-01-05T10:01:00Z",
    ...told,
  };
}

export function sampleReports(
  checkRuns: readonly CheckRun[],
  statuses: readonly CommitStatus[] = [],
): CommitReports {
  return { commit: "c0ffee", checkRuns, statuses };
}
