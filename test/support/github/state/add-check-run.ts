import { type StartedWorkflow, startWorkflowRun } from "./start-workflow-run.ts";
import type {
  AnnotationState,
  CheckRunState,
  GithubState,
  Log,
  RepositoryState,
  StepState,
} from "./state.ts";

export interface AddedCheckRun {
  readonly name: string;
  /** Completed where a conclusion is given, else queued. */
  readonly status?: CheckRunState["status"] | undefined;
  readonly conclusion?: string | null | undefined;
  /** Slug of the app; `github-actions` for a job, else `checks`. */
  readonly app?: string | undefined;
  readonly title?: string | null | undefined;
  readonly summary?: string | null | undefined;
  readonly text?: string | null | undefined;
  readonly annotations?: readonly AnnotationState[] | undefined;
  readonly detailsUrl?: string | null | undefined;
  readonly externalId?: string | undefined;
  readonly startedAt?: number | null | undefined;
  readonly completedAt?: number | null | undefined;
  /** Makes it a job of a workflow run of the commit: of the one named, or of `CI`. */
  readonly job?: boolean | undefined;
  readonly workflow?: StartedWorkflow | undefined;
  readonly log?: Log | null | undefined;
  readonly logGone?: boolean | undefined;
  readonly steps?: readonly StepState[] | undefined;
}

/** Adds a check run to a commit; a job and its check run have one id. */
export function addCheckRun(
  state: GithubState,
  repository: RepositoryState,
  sha: string,
  added: AddedCheckRun,
): CheckRunState {
  const now = state.clock.now();
  const status = added.status ?? (added.conclusion == null ? "queued" : "completed");
  const isJob = added.job === true || added.workflow !== undefined || added.log !== undefined;
  const run = isJob ? startWorkflowRun(state, repository, sha, added.workflow ?? {}) : null;
  const app = added.app ?? (isJob ? "github-actions" : "checks");
  const id = state.nextId();
  const url =
    run === null
      ? null
      : `${state.web}/${repository.owner}/${repository.name}/actions/runs/${run.id}/job/${id}`;
  const checkRun: CheckRunState = {
    id,
    name: added.name,
    sha,
    app,
    suite:
      run?.suite ??
      repository.checkRuns.find((other) => other.sha === sha && other.app === app)?.suite ??
      state.nextId(),
    status,
    conclusion: status === "completed" ? (added.conclusion ?? "success") : null,
    externalId: added.externalId ?? "",
    detailsUrl: added.detailsUrl ?? url,
    title: added.title ?? null,
    summary: added.summary ?? null,
    text: added.text ?? null,
    annotations: [...(added.annotations ?? [])],
    startedAt: added.startedAt ?? (status === "queued" ? null : now),
    completedAt: added.completedAt ?? (status === "completed" ? now : null),
    createdAt: now,
    shownAt: now + state.listLag,
    job:
      run === null
        ? null
        : {
            run,
            attempt: run.attempt,
            log: added.log ?? null,
            logGone: added.logGone ?? false,
            steps: added.steps ?? [],
          },
  };
  repository.checkRuns.push(checkRun);
  return checkRun;
}
