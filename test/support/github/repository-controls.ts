import { type CommitControls, commitControls } from "./commit-controls.ts";
import { makeBareRepository } from "./git/bare-repository.ts";
import { openObjectStore } from "./git/object-store.ts";
import { openRefs } from "./git/refs.ts";
import { type IssueControls, issueControls } from "./issue-controls.ts";
import { type ReportControls, reportControls } from "./report-controls.ts";
import { findRepository } from "./state/find-repository.ts";
import { makeLabel } from "./state/make-label.ts";
import type { GithubState, RepositoryState } from "./state/state.ts";

export interface NewRepository {
  readonly private?: boolean;
  readonly defaultBranch?: string;
  /** Files of a first commit on the default branch; without them there is none. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  /** Keeps it as a bare repository that git can clone and push to; or a copy of the one that `from` names. */
  readonly git?: boolean | { readonly from: string };
  /** Full name of the repository that it is a fork of. */
  readonly forkOf?: string;
  /** Logins that may be assigned; the owner unless told. */
  readonly people?: readonly string[];
  /** Labels that are there from the start; GitHub's usual ones unless told. */
  readonly labels?: readonly string[];
}

/** What a test can do to a repository behind the API's back. */
export interface GithubRepository extends CommitControls, IssueControls, ReportControls {
  readonly fullName: string;
  readonly owner: string;
  readonly name: string;
  /** Bare repository, or null where commits are in memory. */
  readonly directory: string | null;
  readonly cloneUrl: string;
  readonly state: RepositoryState;
}

const USUAL_LABELS = [
  "bug",
  "documentation",
  "duplicate",
  "enhancement",
  "good first issue",
  "help wanted",
  "invalid",
  "question",
  "wontfix",
];

/** Makes a repository and tells how to steer it. */
export function repositoryControls(
  state: GithubState,
  fullName: string,
  options: NewRepository,
  directoryFor: (fullName: string) => string,
): GithubRepository {
  const [owner, name] = fullName.split("/") as [string, string];
  if (findRepository(state, fullName) !== undefined)
    throw new Error(`there is a repository ${fullName} already`);
  const parent = options.forkOf === undefined ? null : findRepository(state, options.forkOf)!;
  const defaultBranch = options.defaultBranch ?? parent?.defaultBranch ?? "main";
  const directory = options.git === undefined || options.git === false ? null : directoryFor(fullName);
  if (directory !== null) {
    const from = typeof options.git === "object" ? options.git.from : undefined;
    makeBareRepository(directory, defaultBranch, { from, forkOf: parent?.directory ?? undefined });
  }
  const repository: RepositoryState = {
    id: state.nextId(),
    owner,
    name,
    private: options.private ?? parent?.private ?? false,
    createdAt: state.clock.now(),
    defaultBranch,
    parent,
    // A fork has its objects in common with its parent: commits of both are seen from either.
    store: parent?.store ?? openObjectStore(directory),
    refs: openRefs(directory),
    directory,
    issuesEnabled: parent === null,
    archived: false,
    people: new Set(options.people ?? [owner]),
    nextNumber: 1,
    issues: new Map(),
    comments: [],
    labels: [],
    checkRuns: [],
    statuses: [],
    workflowRuns: [],
    artifacts: [],
    signed: parent?.signed ?? new Set(),
  };
  state.repositories.set(fullName.toLowerCase(), repository);
  for (const label of options.labels ?? USUAL_LABELS) makeLabel(state, repository, label);
  for (const ref of parent?.refs.list("refs/heads/") ?? []) repository.refs.set(ref.name, ref.sha);
  const controls: GithubRepository = {
    fullName,
    owner,
    name,
    directory,
    cloneUrl: `${state.web}/${fullName}.git`,
    state: repository,
    ...commitControls(state, repository),
    ...issueControls(state, repository),
    ...reportControls(state, repository),
  };
  if (options.files !== undefined) controls.pushCommit(defaultBranch, options.files, { message: "Begin" });
  return controls;
}
