import type { RepositoryName } from "../../ports/forge.ts";

/**
 * What is remembered of our requests. A plain git remote keeps branches alone: that a branch is a request of ours, and
 * that there was one where no branch is left, is told by whoever opened it.
 */
export interface KnownRequests {
  /** Those of a repository, one a branch. */
  of(repository: RepositoryName): Promise<readonly KnownRequest[]>;
}

export interface KnownRequest {
  readonly branch: string;
  readonly state: "none" | "open" | "merged" | "closed";
  /** Of the open one, else of the last one; unique in the repository. Null where there was none. */
  readonly number: number | null;
  /** Number of the next one. */
  readonly next: number;
  readonly title: string;
  /** Our commits to the branch, the newest last. */
  readonly commits: readonly string[];
  /** When it was opened. */
  readonly at: string;
}
