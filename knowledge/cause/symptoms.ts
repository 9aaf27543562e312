import type { ErrorBlock, LogDigest, LogLine, Sighting } from "../log/log-digest.ts";
import type { TestCounts } from "../test-counts.ts";

/** All that a failure shows, from a log or from a report: what {@link classify} decides on. */
export interface Symptoms {
  readonly from: "log" | "report";
  /** Best first. */
  readonly errors: readonly ErrorBlock[];
  /** Lines that hold a word of some rule, in order of line. */
  readonly sightings: readonly Sighting[];
  readonly tests: TestTotals | null;
  readonly tail: readonly LogLine[];
  readonly ending: LogDigest["ending"];
  readonly outcome: LogDigest["outcome"];
  readonly exit: LogDigest["exit"];
  readonly failingStep: string | null;
  /** Why what a report says of itself cannot all be true, e.g. that it claims more tests than it lists. */
  readonly doubt: string | null;
  readonly fingerprint: string | null;
  /** Fingerprint of each failed test's message by full name, where the source tells its message; null: it has none. */
  readonly fingerprints: ReadonlyMap<string, string | null>;
}

export interface TestTotals extends TestCounts {
  /** Full names of failed and errored tests, in order of appearance. */
  readonly failedNames: readonly string[];
}

/** What is known besides the file itself. All optional; what is not known is never guessed. */
export interface Context {
  /** Conclusion of the job or check as its CI reports it (schemas.md §3). */
  readonly conclusion?: string;
  /** Name of the step that failed, as its CI reports it. */
  readonly step?: string;
  /** What a log or report of the base branch shows. */
  readonly base?: {
    readonly fingerprint: string | null;
    readonly failedNames: readonly string[];
    readonly fingerprints?: Symptoms["fingerprints"];
    /** First line of its first error. */
    readonly headline?: string;
  };
  /** Past results of the failed tests, newest first, by full name. */
  readonly history?: ReadonlyMap<string, readonly PastOutcome[]>;
  /** Runs of {@link history} that are no past of this file: those that the same command recorded. */
  readonly runsToIgnore?: ReadonlySet<string>;
  /** Job that the file belongs to: only results of the same one compare (none is a job of its own). */
  readonly job?: string;
  /** Commit that the file belongs to, and the default branch's name. */
  readonly commit?: string;
  readonly defaultBranch?: string;
}

/** What a history holds of one test in one run. */
export interface PastOutcome {
  /** Names the run. */
  readonly run: string;
  readonly job: string | null;
  readonly commit: string | null;
  readonly branch: string | null;
  readonly outcome: "passed" | "failed" | "errored" | "skipped";
  /** Passed on retry. */
  readonly flaky: boolean;
  /** Of the failure, or of the failed attempt of one that passed on retry. */
  readonly fingerprint: string | null;
}
