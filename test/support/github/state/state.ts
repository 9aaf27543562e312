import type { KeyObject } from "node:crypto";
import type { GithubClock } from "../clock.ts";
import type { ObjectStore } from "../git/object-store.ts";
import type { Refs } from "../git/refs.ts";
import type { Permissions, TokenState } from "./token-state.ts";

/** All that the double knows. Times are milliseconds; `shownAt` is when a thing is first in lists. */
export interface GithubState {
  readonly clock: GithubClock;
  /** Root of the REST API, without a slash at its end. */
  api: string;
  /** Root of pages for people and of git repositories. */
  web: string;
  /** Milliseconds until a new issue, comment, check run or status is in lists. */
  listLag: number;
  /** Whether a pull request's base hash is that of the time when its head was last seen to move. */
  baseShaLags: boolean;
  /** What a spent quota is answered with. */
  limitStatus: 403 | 429;
  /** Most entries of a recursive tree before it is cut. */
  treeLimit: number;
  /** Most objects that one GraphQL query answers. */
  resourceLimit: number;
  /** By lower-case full name. */
  readonly repositories: Map<string, RepositoryState>;
  /** Old lower-case full name to the repository's id. */
  readonly renamed: Map<string, number>;
  readonly tokens: Map<string, TokenState>;
  /** Where logs wait to be fetched, by the secret part of their address. */
  readonly downloads: Map<string, Download>;
  storage: string;
  readonly app: AppState;
  nextId(): number;
}

/** A file that is fetched from the storage. */
export interface Download {
  /** What it holds when it is fetched; null where it is not there. */
  readonly content: () => Log | null;
  readonly type: string;
  readonly expiresAt: number;
}

/** The one app of the double, installed once. */
export interface AppState {
  readonly id: number;
  readonly clientId: string;
  readonly slug: string;
  readonly installation: number;
  permissions: Permissions;
  /** Lower-case full names that it is installed on, or all. */
  repositories: ReadonlySet<string> | "all";
  /** Requests an hour of its installation. */
  readonly limit: number;
  keys(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
}

export interface RepositoryState {
  readonly id: number;
  owner: string;
  name: string;
  private: boolean;
  readonly createdAt: number;
  defaultBranch: string;
  readonly parent: RepositoryState | null;
  readonly store: ObjectStore;
  readonly refs: Refs;
  /** Bare repository, or null where commits are in memory. */
  readonly directory: string | null;
  issuesEnabled: boolean;
  archived: boolean;
  /** Logins that may be assigned. */
  readonly people: Set<string>;
  nextNumber: number;
  /** Issues and pull requests by number. */
  readonly issues: Map<number, IssueState>;
  readonly comments: CommentState[];
  readonly labels: LabelState[];
  readonly checkRuns: CheckRunState[];
  readonly statuses: StatusState[];
  readonly workflowRuns: WorkflowRunState[];
  readonly artifacts: ArtifactState[];
  /** Commits that GitHub made and signed. */
  readonly signed: Set<string>;
}

export interface IssueState {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string | null;
  readonly author: string;
  state: "open" | "closed";
  stateReason: "completed" | "not_planned" | "reopened" | "duplicate" | null;
  labels: LabelState[];
  assignees: string[];
  locked: boolean;
  deleted: boolean;
  readonly createdAt: number;
  updatedAt: number;
  closedAt: number | null;
  /** Stretches of time in which it was open, the last of which may go on. */
  readonly open: { readonly from: number; until: number | null }[];
  readonly shownAt: number;
  readonly pull: PullState | null;
}

export interface PullState {
  readonly headRepository: RepositoryState;
  readonly headBranch: string;
  baseBranch: string;
  draft: boolean;
  mergedAt: number | null;
  mergedBy: string | null;
  mergeCommit: string | null;
  /** Ends as last seen; they no longer move once it is closed. */
  head: string;
  base: string;
}

export interface CommentState {
  readonly id: number;
  readonly issue: number;
  readonly author: string;
  body: string;
  readonly createdAt: number;
  updatedAt: number;
  readonly shownAt: number;
}

export interface LabelState {
  readonly id: number;
  name: string;
  color: string;
  description: string | null;
}

export interface AnnotationState {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number | null;
  readonly end_column?: number | null;
  readonly annotation_level: "notice" | "warning" | "failure";
  readonly title?: string | null;
  readonly message: string;
  readonly raw_details?: string | null;
}

export type Log =
  | string
  | Uint8Array
  | (() => Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>);

export interface CheckRunState {
  readonly id: number;
  readonly name: string;
  readonly sha: string;
  readonly app: string;
  readonly suite: number;
  status: "queued" | "in_progress" | "completed" | "waiting" | "requested" | "pending";
  conclusion: string | null;
  externalId: string;
  detailsUrl: string | null;
  title: string | null;
  summary: string | null;
  text: string | null;
  annotations: AnnotationState[];
  startedAt: number | null;
  completedAt: number | null;
  readonly createdAt: number;
  readonly shownAt: number;
  /** Job of a workflow run, or null where another app reports. */
  readonly job: JobState | null;
}

export interface JobState {
  readonly run: WorkflowRunState;
  readonly attempt: number;
  log: Log | null;
  /** Log that was there and is no longer kept. */
  logGone: boolean;
  steps: readonly StepState[];
}

export interface StepState {
  readonly name: string;
  readonly conclusion: string | null;
  /** Milliseconds. */
  readonly startedAt?: number | null;
  readonly completedAt?: number | null;
}

/** A file that a workflow run left. */
export interface ArtifactState {
  readonly id: number;
  readonly run: WorkflowRunState;
  readonly name: string;
  readonly zip: Uint8Array;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface WorkflowRunState {
  readonly id: number;
  readonly number: number;
  readonly suite: number;
  readonly workflow: number;
  readonly name: string;
  readonly path: string;
  readonly event: string;
  readonly branch: string | null;
  /** Repository of the branch: the fork where it is one's; null once that is gone. */
  readonly headRepository: RepositoryState;
  readonly sha: string;
  readonly actor: string;
  readonly createdAt: number;
  readonly shownAt: number;
  attempt: number;
  /** A person has to approve it before any job of it begins. */
  held: boolean;
}

export interface StatusState {
  readonly id: number;
  readonly sha: string;
  readonly context: string;
  readonly state: "success" | "failure" | "error" | "pending";
  readonly description: string | null;
  readonly url: string | null;
  readonly author: string;
  readonly at: number;
  readonly shownAt: number;
}
