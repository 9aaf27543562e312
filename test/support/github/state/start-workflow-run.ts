import type { GithubState, RepositoryState, WorkflowRunState } from "./state.ts";

export interface StartedWorkflow {
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly event?: string | undefined;
  readonly branch?: string | null | undefined;
  readonly actor?: string | undefined;
  /** From the second on, the run's jobs begin anew. */
  readonly attempt?: number | undefined;
  /** Another workflow run for the same commit and event, as when a pull request is opened again. */
  readonly again?: boolean | undefined;
}

/** The newest run of a workflow, which is its file, for a commit and an event; started where there is none yet. */
export function startWorkflowRun(
  state: GithubState,
  repository: RepositoryState,
  sha: string,
  workflow: StartedWorkflow,
): WorkflowRunState {
  const name = workflow.name ?? "CI";
  const path = workflow.path ?? `.github/workflows/${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.yml`;
  const branch = workflow.branch === undefined ? branchOf(repository, sha) : workflow.branch;
  const event = workflow.event ?? (branch === repository.defaultBranch ? "push" : "pull_request");
  const runs = repository.workflowRuns;
  const known = runs.findLast((run) => run.sha === sha && run.path === path && run.event === event);
  if (known !== undefined && workflow.again !== true) {
    known.attempt = workflow.attempt ?? known.attempt;
    return known;
  }
  const same = runs.filter((run) => run.path === path);
  const now = state.clock.now();
  const run: WorkflowRunState = {
    id: state.nextId(),
    number: same.length + 1,
    suite: state.nextId(),
    workflow: same[0]?.workflow ?? state.nextId(),
    name,
    path,
    event,
    branch,
    sha,
    actor: workflow.actor ?? "builder",
    createdAt: now,
    shownAt: now + state.listLag,
    attempt: workflow.attempt ?? 1,
  };
  runs.push(run);
  return run;
}

/** Branch that the commit is the tip of: of this repository, or of the fork that a pull request comes from. */
function branchOf(repository: RepositoryState, sha: string): string | null {
  const own = repository.refs.list("refs/heads/").find((ref) => ref.sha === sha);
  if (own !== undefined) return own.name.slice("refs/heads/".length);
  const pulls = [...repository.issues.values()].flatMap((issue) => (issue.pull === null ? [] : [issue.pull]));
  const pull = pulls.find((one) => one.headRepository.refs.get(`refs/heads/${one.headBranch}`) === sha);
  return pull?.headBranch ?? null;
}
