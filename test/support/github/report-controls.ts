import { type AddedCheckRun, addCheckRun } from "./state/add-check-run.ts";
import { type AddedStatus, addStatus } from "./state/add-status.ts";
import { type StartedWorkflow, startWorkflowRun } from "./state/start-workflow-run.ts";
import type { CheckRunState, GithubState, Log, RepositoryState, WorkflowRunState } from "./state/state.ts";

export interface CheckUpdate {
  readonly status?: CheckRunState["status"];
  readonly conclusion?: string | null;
  readonly title?: string;
  readonly summary?: string;
  readonly log?: Log | null;
  readonly logGone?: boolean;
}

export interface ReportControls {
  /** Reports a check run on a commit; with `job`, `workflow` or `log` it is a job of the forge's own CI. */
  check(sha: string, check: AddedCheckRun): { readonly id: number; readonly workflowRun: number | null };
  updateCheck(id: number, update: CheckUpdate): void;
  /** Reports a commit status. */
  status(sha: string, status: AddedStatus): number;
  checks(sha: string): readonly CheckRunState[];
  /** Starts a workflow run, with no jobs yet, and tells its id. */
  startRun(sha: string, workflow?: StartedWorkflow): number;
  /** A person approves a workflow run that waited for it. */
  approveRun(workflowRun: number): void;
  /** Begins another attempt of a run, and tells its number; jobs that are reported for it later belong to it. */
  rerun(workflowRun: number): number;
  /** Leaves a file at a workflow run, and tells its id. */
  artifact(workflowRun: number, artifact: NewArtifact): number;
}

export interface NewArtifact {
  readonly name: string;
  readonly zip: Uint8Array;
  /** Milliseconds that it is kept; 90 days unless told. */
  readonly keptFor?: number;
}

const USUALLY_KEPT = 90 * 24 * 60 * 60 * 1_000;

export function reportControls(state: GithubState, repository: RepositoryState): ReportControls {
  const need = (id: number): WorkflowRunState => {
    const run = repository.workflowRuns.find((one) => one.id === id);
    if (run === undefined)
      throw new Error(`${repository.owner}/${repository.name} has no workflow run ${id}`);
    return run;
  };
  return {
    check: (sha, check) => {
      const run = addCheckRun(state, repository, sha, check);
      return { id: run.id, workflowRun: run.job?.run.id ?? null };
    },
    updateCheck: (id, update) => {
      const run = repository.checkRuns.find((one) => one.id === id);
      if (run === undefined) throw new Error(`${repository.owner}/${repository.name} has no check run ${id}`);
      const { log, logGone, ...rest } = update;
      Object.assign(run, rest);
      if (rest.conclusion != null) run.status = "completed";
      if (run.status !== "queued") run.startedAt ??= state.clock.now();
      if (run.status === "completed") run.completedAt ??= state.clock.now();
      if (run.job !== null && log !== undefined) run.job.log = log;
      if (run.job !== null && logGone !== undefined) run.job.logGone = logGone;
    },
    status: (sha, status) => addStatus(state, repository, sha, status).id,
    checks: (sha) => repository.checkRuns.filter((run) => run.sha === sha),
    startRun: (sha, workflow = {}) => startWorkflowRun(state, repository, sha, workflow).id,
    approveRun: (workflowRun) => {
      need(workflowRun).held = false;
    },
    rerun: (workflowRun) => {
      const run = need(workflowRun);
      run.attempt += 1;
      return run.attempt;
    },
    artifact: (workflowRun, { name, zip, keptFor = USUALLY_KEPT }) => {
      const id = state.nextId();
      const createdAt = state.clock.now();
      const run = need(workflowRun);
      repository.artifacts.push({ id, run, name, zip, createdAt, expiresAt: createdAt + keptFor });
      return id;
    },
  };
}
