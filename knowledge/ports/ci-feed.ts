import type { RepositoryName } from "./forge.ts";

/**
 * What a forge tells of the default branches of many repositories, and of the CI that has run on them: for a watch that
 * looks often and a sweep that looks back. It reads; nothing here starts or repeats anything.
 *
 * Times are ISO 8601 in UTC. Errors of every call: those of `Forge`.
 */
export interface CiFeed {
  /**
   * The tips of default branches, one answer for each repository in the order asked: one request for up to 50 of them.
   * The error of one that cannot be told of is that of the call; what is denied for it alone has `at` in its data, what
   * is limited for all has `when`.
   */
  heads(repositories: readonly RepositoryName[]): Promise<readonly DefaultBranch[]>;
  /** How commit `after` stands to `before`: `unknown` where one of them is there no more. */
  relation(repository: RepositoryName, before: string, after: string): Promise<CommitRelation>;
  /** The workflow runs of a branch that were begun in [since, until), newest first; pull requests of forks are left out. */
  workflowRuns(repository: RepositoryName, range: RunRange): Promise<readonly DatedRun[]>;
  /** The jobs of one attempt of a run, with the times of their steps. */
  timedJobs(repository: RepositoryName, run: number, attempt: number): Promise<readonly TimedJob[]>;
  /** The files that a run left at the forge, those that are kept no longer too. */
  runArtifacts(repository: RepositoryName, run: number): Promise<readonly RunArtifact[]>;
  /** The zip of one of them as it comes, or null where it is kept no longer. */
  runArtifact(repository: RepositoryName, id: number): Promise<AsyncIterable<Uint8Array> | null>;
}

/** The tip of a repository's default branch. */
export type DefaultBranch =
  | {
      readonly kind: "branch";
      /** As it was asked for. */
      readonly asked: RepositoryName;
      /** As it is called now: another one where it was renamed or moved. */
      readonly repository: RepositoryName;
      readonly branch: string;
      readonly commit: string;
      readonly committedAt: string;
      /** What check runs and statuses say together, or null where nothing has reported. */
      readonly rollup: "success" | "failure" | "error" | "pending" | "expected" | null;
      readonly isPublic: boolean;
      readonly archived: boolean;
    }
  /** There, and without a commit or a default branch. */
  | { readonly kind: "empty"; readonly asked: RepositoryName; readonly repository: RepositoryName }
  /** Not there, or not for this token. */
  | { readonly kind: "missing"; readonly asked: RepositoryName };

export type CommitRelation = "same" | "ahead" | "behind" | "diverged" | "unknown";

export interface RunRange {
  readonly branch: string;
  readonly since: string;
  readonly until: string;
}

export interface DatedRun {
  readonly id: number;
  readonly name: string;
  /** Path of the workflow's file in the repository. */
  readonly path: string;
  readonly event: string;
  readonly commit: string;
  /** From 1; each earlier one can be asked for. */
  readonly attempt: number;
  /** Null until it is completed. */
  readonly conclusion: string | null;
  readonly url: string;
  readonly createdAt: string;
}

export interface TimedJob {
  readonly id: number;
  readonly name: string;
  readonly conclusion: string | null;
  readonly url: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly steps: readonly TimedStep[];
}

export interface TimedStep {
  readonly name: string;
  readonly number: number;
  readonly conclusion: string | null;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
}

export interface RunArtifact {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  readonly expired: boolean;
}
