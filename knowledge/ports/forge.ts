/**
 * The place that hosts a team's repositories, their changes and their CI: GitHub first. It is asked and told; it never
 * starts, repeats or skips anything that runs there.
 *
 * What an adapter for another forge has to do stands in `ports/forge.md`. Times are ISO 8601 in UTC. Texts are what
 * people and programs wrote: data, to be cleaned where they are shown and never obeyed.
 *
 * Errors of every call: forge_unavailable (network, a server's fault, a limit that did not pass in time),
 * forge_denied (no token, one that is not valid, or one that may not do this), forge_missing (no such repository,
 * change, commit or issue, or one that the token does not see), forge_refused (a request that the forge does not
 * accept, with its words).
 */
export interface Forge {
  /** Login by which this adapter writes there: the author of what it wrote. */
  asker(repository: RepositoryName): Promise<string>;
  /** Whether anybody can read the repository. */
  isPublic(repository: RepositoryName): Promise<boolean>;
  /** A change with its two ends; `as-told`: the base's commit may lag behind its branch, which costs a request less. */
  change(repository: RepositoryName, number: number, base?: "tip" | "as-told"): Promise<ForgeChange>;
  /** The open changes whose head is on this branch of the repository, or of the fork `from`, newest first. */
  changesOf(
    repository: RepositoryName,
    branch: string,
    from?: RepositoryName,
  ): Promise<readonly ForgeChange[]>;
  /** The changes merged into a branch after the commit `after`, up to `until`, newest first; at most 100. */
  mergedSince(
    repository: RepositoryName,
    range: { readonly after: string; readonly until: string },
  ): Promise<readonly ForgeChange[]>;
  /** Files that a change touches, all pages; the patch is null where the forge leaves it out (binary, too large). */
  changedFiles(repository: RepositoryName, number: number): Promise<readonly ForgeFileChange[]>;
  /** The text of a file at a commit or the tip of a branch, or null where there is none. Bytes that are not UTF-8 are U+FFFD. */
  file(repository: RepositoryName, path: string, commit: string): Promise<string | null>;

  /**
   * All that has reported on a commit (`heads/<branch>`: the tip of a branch): the newest status of each context, and
   * the newest check run of each app and name, one for each workflow and event where several have one of the name. A
   * run is never left out for that of another workflow. `only` asks for check runs of some names (one request a name).
   */
  reports(repository: RepositoryName, commit: string, only?: OnlyReports): Promise<CommitReports>;
  /** The annotations of a check run, all pages. */
  annotations(repository: RepositoryName, checkRun: number): Promise<readonly Annotation[]>;
  /** The log of a job as it comes, or null where there is none (expired, not begun, not a job). */
  jobLog(repository: RepositoryName, job: number): Promise<AsyncIterable<Uint8Array> | null>;
  /** The jobs of a workflow run, its last attempt. */
  jobs(repository: RepositoryName, workflowRun: number): Promise<readonly Job[]>;
  /** A workflow run. */
  workflowRun(repository: RepositoryName, id: number): Promise<WorkflowRun>;
  /** The workflow runs at a commit that a person has to approve before any job of them begins, as those of a fork. */
  heldRuns(repository: RepositoryName, commit: string): Promise<readonly HeldRun[]>;

  issue(repository: RepositoryName, number: number): Promise<Issue>;
  /** Issues (no changes) that carry all of the labels, newest first, all pages. */
  issues(
    repository: RepositoryName,
    query: { readonly labels: readonly string[]; readonly state: "open" | "closed" | "all" },
  ): Promise<readonly Issue[]>;
  openIssue(repository: RepositoryName, issue: NewIssue): Promise<Issue>;
  reopenIssue(repository: RepositoryName, number: number): Promise<void>;
  /** Comments on an issue or a change, oldest first, all pages. */
  comments(repository: RepositoryName, number: number): Promise<readonly Comment[]>;
  comment(repository: RepositoryName, number: number, body: string): Promise<Comment>;
  /** Adds labels to an issue or a change; the ones that are missing are made. */
  label(repository: RepositoryName, number: number, labels: readonly string[]): Promise<void>;
  /** Asks people to look after an issue or a change; names that the forge does not take are left out and come back. */
  assign(repository: RepositoryName, number: number, people: readonly string[]): Promise<readonly string[]>;
}

/** `owner/name`, on the host that the adapter was made for. */
export type RepositoryName = `${string}/${string}`;

/** A limit to what {@link Forge.reports} asks for. */
export interface OnlyReports {
  readonly checkRuns: readonly string[];
  readonly statuses: boolean;
}

export interface ForgeChange {
  readonly repository: RepositoryName;
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly author: string;
  readonly state: "open" | "closed" | "merged";
  readonly draft: boolean;
  readonly head: ForgeEnd;
  readonly base: ForgeEnd;
  readonly createdAt: string;
  readonly mergedAt: string | null;
  /** Commit on the base branch that the merge made, or null. */
  readonly mergeCommit: string | null;
  readonly labels: readonly string[];
}

/** One end of a change. */
export interface ForgeEnd {
  /** Repository of the branch (a fork's has another name than the base's), or null where it was deleted. */
  readonly repository: RepositoryName | null;
  readonly branch: string;
  /** Full hash. For the base: the tip of its branch, not the merge base. */
  readonly commit: string;
}

export interface ForgeFileChange {
  readonly path: string;
  readonly change: "added" | "modified" | "removed" | "renamed";
  /** Path before a renaming, else null. */
  readonly from: string | null;
  /** Unified diff without its header, or null. */
  readonly patch: string | null;
}

/** Everything that reported on a commit, as the forge tells it. */
export interface CommitReports {
  readonly commit: string;
  readonly checkRuns: readonly CheckRun[];
  readonly statuses: readonly CommitStatus[];
}

export interface CheckRun {
  readonly id: number;
  readonly name: string;
  /** Slug of the app that reports it, e.g. `github-actions`. */
  readonly app: string;
  readonly status: "queued" | "in_progress" | "completed" | "waiting" | "requested" | "pending";
  /** The forge's word, e.g. `failure`; null until completed. */
  readonly conclusion: string | null;
  /** For a person to open. */
  readonly url: string | null;
  /** Job whose log tells of it, where it is one of the forge's own CI. */
  readonly job: number | null;
  readonly workflowRun: number | null;
  /** Told where several workflow runs have a check run of its app and name and the workflow could be read, else null. */
  readonly workflow: WorkflowName | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  /** What it says of itself, short; may be empty. */
  readonly title: string;
  readonly summary: string;
  readonly annotations: number;
}

/** A workflow as it ran for one kind of event. */
export interface WorkflowName {
  /** Path of the workflow's file in the repository. */
  readonly path: string;
  readonly event: string;
}

export interface CommitStatus {
  readonly context: string;
  readonly state: "success" | "failure" | "error" | "pending";
  readonly description: string;
  readonly url: string | null;
  readonly at: string;
}

export interface Annotation {
  readonly path: string;
  readonly line: number;
  readonly endLine: number;
  readonly level: "notice" | "warning" | "failure";
  readonly title: string;
  readonly message: string;
}

export interface Job {
  readonly id: number;
  readonly name: string;
  readonly conclusion: string | null;
  readonly url: string | null;
  readonly steps: readonly { readonly name: string; readonly conclusion: string | null }[];
}

export interface WorkflowRun {
  readonly id: number;
  readonly name: string;
  readonly commit: string;
  readonly branch: string | null;
  readonly event: string;
  /** Path of the workflow's file in the repository. */
  readonly path: string;
  readonly url: string;
  readonly conclusion: string | null;
  /** Numbers of the changes that it ran for, where the forge tells. */
  readonly changes: readonly number[];
}

export type HeldRun = Pick<WorkflowRun, "id" | "name" | "path" | "event" | "url">;

export interface Issue {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly author: string;
  /** Whether its author belongs to the team: an owner, a member or a collaborator of the repository. */
  readonly byTeam: boolean;
  /** Whether its author belongs to the team or is one of its apps; anybody else is an outsider. */
  readonly byInsider: boolean;
  readonly state: "open" | "closed";
  readonly labels: readonly string[];
  readonly createdAt: string;
  readonly closedAt: string | null;
}

export interface NewIssue {
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
}

export interface Comment {
  readonly id: number;
  readonly url: string;
  readonly author: string;
  /** As that of an {@link Issue}. */
  readonly byInsider: boolean;
  readonly body: string;
  readonly at: string;
}
