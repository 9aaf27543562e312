import type { ErrorBlock, LogDigest, LogLine, Sighting } from "../log/log-digest.ts";

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
  readonly fingerprint: string | null;
}

export interface TestTotals {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly skipped: number;
  readonly flaky: number;
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
  readonly base?: { readonly fingerprint: string | null; readonly failedNames: readonly string[] };
  /** Past results of the failed tests, newest first, by full name. */
  readonly history?: ReadonlyMap<string, readonly PastOutcome[]>;
  /** Commit that the file belongs to, and the default branch's name. */
  readonly commit?: string;
  readonly defaultBranch?: string;
}

export interface PastOutcome {
  readonly commit: string | null;
  readonly branch: string | null;
  readonly outcome: "passed" | "failed" | "errored" | "skipped";
  /** Passed on retry. */
  readonly flaky: boolean;
}
