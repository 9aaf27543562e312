/** A change that came in since the branch passed last; all texts masked, and data. */
export interface MergedChange {
  readonly number: number;
  readonly title: string;
  readonly author: string;
  /** ISO 8601, or null. */
  readonly mergedAt: string | null;
  /** What its author wrote, cut. */
  readonly body: string;
  /** Paths that it touches, with those that it renamed away; null where they were not read. */
  readonly files: readonly string[] | null;
  /** Its diff, cut; empty where it was not read. */
  readonly diff: string;
}
