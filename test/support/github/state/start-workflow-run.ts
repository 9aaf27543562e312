import type { GithubState, PullState, RepositoryState, WorkflowRunState } from "./state.ts";

export interface StartedWorkflow {
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly event?: string | undefined;
  readonly branch?: string | null | undefined;
  readonly actor?: string | undefined;
  /** When it was begun; now unless told. */
  readonly at?: number | string | undefined;
  /** The fork that its branch is of. */
  readonly from?: RepositoryState | undefined;
  /** From the second on, the run's jobs begin anew. */
  readonly attempt?: number | undefined;
  /** Another workflow run for the same commit and event, as when a pull request is opened again. */
  readonly again?: boolean | undefined;
  /** It waits for a person's approval, as that of an outsider's pull request does. */
  readonly held?: boolean | undefined;
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
  const headRepository = workflow.from ?? headRepositoryOf(repository, sha) ?? repository;
  const pushed = branch === repository.defaultBranch && headRepository === repository;
  const event = workflow.event ?? (pushed ? "push" : "pull_request");
  const runs = repository.workflowRuns;
  const known = runs.findLast((run) => run.sha === sha && run.path === path && run.event === event);
  if (known !== undefined && workflow.again !== true) {
    known.attempt = workflow.attempt ?? known.attempt;
    return known;
  }
  const same = runs.filter((run) => run.path === path);
  const now = workflow.at === undefined ? state.clock.now() : new Date(workflow.at).getTime();
  const run: WorkflowRunState = {
    id: state.nextId(),
    number: same.length + 1,
    suite: state.nextId(),
    workflow: same[0]?.workflow ?? state.nextId(),
    name,
    path,
    event,
    branch,
    headRepository,
    sha,
    actor: workflow.actor ?? "builder",
    createdAt: now,
    shownAt: now + state.listLag,
    attempt: workflow.attempt ?? 1,
    held: workflow.held ?? false,
  };
  runs.push(run);
  return run;
}

/** Branch that the commit is the tip of: of this repository, or of the fork that a pull request comes from. */
function branchOf(repository: RepositoryState, sha: string): string | null {
  const own = repository.refs.list("refs/heads/").find((ref) => ref.sha === sha);
  if (own !== undefined) return own.name.slice("refs/heads/".length);
  return pullOf(repository, sha)?.headBranch ?? null;
}

function headRepositoryOf(repository: RepositoryState, sha: string): RepositoryState | undefined {
  const own = repository.refs.list("refs/heads/").some((ref) => ref.sha === sha);
  return own ? repository : pullOf(repository, sha)?.headRepository;
}

function pullOf(repository: RepositoryState, sha: string): PullState | undefined {
  const pulls = [...repository.issues.values()].flatMap((issue) => (issue.pull === null ? [] : [issue.pull]));
  return pulls.find((one) => one.headRepository.refs.get(`refs/heads/${one.headBranch}`) === sha);
}
