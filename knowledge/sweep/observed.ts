import type { DatedRun } from "../ports/ci-feed.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { ObservedRun } from "./observed-run.ts";
import type { TimeLimit } from "./time-limits.ts";
import type { WeekRange } from "./week.ts";
import type { WeekSeries } from "./week-series.ts";

/** What is known of a week of CI on the default branch of a repository. */
export interface ObservedRepository {
  readonly repository: RepositoryName;
  /** As the settings name it, where it was read by them: it may have been renamed since. */
  readonly asked?: RepositoryName;
  readonly branch: string;
  readonly isPublic: boolean;
  readonly range: WeekRange;
  /** Runs of the week that have ended and whose jobs were read, oldest first. */
  readonly runs: readonly ObservedRun[];
  /** All runs of the week, read or not, oldest first. */
  readonly begun: readonly DatedRun[];
  /** Of earlier weeks, the newest first. */
  readonly earlier: readonly WeekSeries[];
  /** Whether these were read just now, and are kept nowhere yet. */
  readonly isEarlierNew: boolean;
  /** What the workflow files say of the jobs that were read. */
  readonly limits: readonly TimeLimit[];
  readonly tests: ObservedTests;
  readonly merged: MergedInWeek;
  /** Issues of ours that are open, or were opened or closed in the week; newest first. */
  readonly issues: readonly OwnIssue[];
  /** What could not be read, for people. */
  readonly unread: readonly string[];
}

/** What learned runs tell of single tests at commits of the branch. */
export interface ObservedTests {
  /** Learned runs at commits of the week. */
  readonly runs: number;
  /** Those that failed or were flaky in the week; `results` also of earlier weeks, at commits of the branch. */
  readonly suspects: readonly { readonly test: string; readonly results: readonly TestResult[] }[];
  /** Folders of the scopes in which tests of the week failed or were flaky: tests are known to run there. */
  readonly scopes: readonly string[];
}

export interface TestResult {
  readonly commit: string;
  readonly job: string | null;
  readonly outcome: "passed" | "failed" | "errored" | "skipped";
  /** Passed when it was tried again in its run. */
  readonly flaky: boolean;
}

export interface MergedInWeek {
  /** Newest first. */
  readonly changes: readonly MergedFiles[];
  /** Why it is not known what was merged, or null. */
  readonly unknown: string | null;
  /** Changes whose files were not read. */
  readonly unread: number;
}

export interface MergedFiles {
  readonly number: number;
  /** On the branch; null where the forge does not tell. */
  readonly commit: string | null;
  readonly mergedAt: string;
  readonly files: readonly string[];
}

export interface OwnIssue {
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly label: "flaky" | "triage" | "sweep";
  readonly state: "open" | "closed";
  readonly createdAt: string;
  readonly closedAt: string | null;
  /** Key of its mark, or null. */
  readonly key: string | null;
}
