import type { DatedRun, TimedJob } from "../ports/ci-feed.ts";

/** A workflow run that has ended, with its jobs. */
export interface ObservedRun extends DatedRun {
  /** Those that were read, the first one first. */
  readonly attempts: readonly { readonly attempt: number; readonly jobs: readonly TimedJob[] }[];
}
