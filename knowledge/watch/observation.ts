import type { Check } from "../ci/check.ts";
import type { CommitRelation, DefaultBranch } from "../ports/ci-feed.ts";

/** What a look saw of one repository: its tip, and as much more as {@link Question}s were answered. */
export interface Observation {
  readonly head: DefaultBranch;
  /** The checks of the tip, masked; null where they were not read. */
  readonly checks: readonly Check[] | null;
  /** The checks of tips that were overtaken, masked, by their hash; none of one that is there no more. */
  readonly tips: Readonly<Record<string, readonly Check[]>>;
  /** How the tip stands to other commits, by their hash. */
  readonly relations: Readonly<Record<string, CommitRelation>>;
  /** Issues of ours as they stand, by number. */
  readonly issues: Readonly<Record<number, IssueSight>>;
  /** The changes that came in after a commit up to another, newest first; null where they were not read. */
  readonly merged: {
    readonly after: string;
    readonly until: string;
    readonly changes: readonly MergedChange[];
  } | null;
}

export interface IssueSight {
  readonly state: "open" | "closed";
  /** ISO 8601; null while it is open, and where it is gone. */
  readonly closedAt: string | null;
}

export interface MergedChange {
  readonly number: number;
  /** Issues of the repository that began it, as its run under QA noted, and that it says it closes. */
  readonly closes: readonly number[];
}

/** Something that a decision rests on and that was not read. */
export type Question =
  | { readonly ask: "checks" }
  | { readonly ask: "tip"; readonly commit: string }
  | { readonly ask: "relation"; readonly before: string }
  | { readonly ask: "issue"; readonly issue: number }
  | { readonly ask: "merged"; readonly after: string; readonly until: string };

/** What one request for the tips of many repositories tells of one of them. */
export function observationOf(head: DefaultBranch): Observation {
  return { head, checks: null, tips: {}, relations: {}, issues: {}, merged: null };
}
