import type { ForgeChange, RepositoryName } from "./forge.ts";

/**
 * Changes that ask people to merge a branch of ours: opened, kept up to date, merged or closed by a person's word.
 *
 * Errors of every call: those of `Forge`.
 */
export interface ChangeRequests {
  /** All changes, open and closed, whose head is on this branch of the repository, newest first. */
  find(repository: RepositoryName, branch: string): Promise<readonly ForgeChange[]>;
  open(repository: RepositoryName, request: NewChangeRequest): Promise<ForgeChange>;
  edit(
    repository: RepositoryName,
    number: number,
    text: { readonly title: string; readonly body: string },
  ): Promise<void>;
  close(repository: RepositoryName, number: number): Promise<void>;
  /** Merges it if its head is still this commit; the forge's own rules for merging hold. */
  merge(repository: RepositoryName, number: number, head: string): Promise<MergeOutcome>;
  /** How a person merges this branch where the forge has no page for it and `merge` none to ask; null: it has. */
  mergedByHand(repository: RepositoryName, branch: string): Promise<MergeByHand | null>;
}

/** What a person runs in a clone to merge a branch. */
export interface MergeByHand {
  /** Address of the repository, for git. */
  readonly remote: string;
  readonly branch: string;
  /** Branch that it is merged into. */
  readonly into: string;
  /** Commands with their arguments, in order. */
  readonly commands: readonly (readonly string[])[];
}

export interface NewChangeRequest {
  readonly branch: string;
  /** Branch that it is to be merged into. */
  readonly into: string;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
}

export type MergeOutcome =
  | { readonly kind: "merged"; readonly commit: string }
  /** What stands in the way, in the forge's words. */
  | { readonly kind: "refused"; readonly why: string };
