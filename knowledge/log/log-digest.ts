import type { TestCounts } from "../test-counts.ts";

/** What reading a CI log once, line by line, leaves in memory: bounded, whatever the size of the log. */

export type LogFormat =
  | "github"
  | "gitlab"
  | "jenkins"
  | "travis"
  | "circleci"
  | "buildkite"
  | "azure"
  | "taskcluster"
  | "plain";

/** One line, cleaned of time stamps, ANSI and control bytes, cut at {@link LINE_LIMIT} characters. */
export interface LogLine {
  /** 1-based, in the file as it stands. */
  readonly line: number;
  readonly text: string;
}

/** Characters of a cleaned line that are kept and matched. */
export const LINE_LIMIT = 2_000;

/** A line on which a word of the vocabulary stands. */
export interface Sighting extends LogLine {
  /** Stands in the step that failed (the last one before the first exit-code or `##[error]` line). */
  readonly inFailingStep: boolean;
  /** Stands after the failure or in the clean-up that follows the job's work: never what the job failed of. */
  readonly post: boolean;
  /** True where a passing log was given and does not hold this line (numbers and hex masked). */
  readonly isNew: boolean | null;
  /** Words of the vocabulary on the line, lower case. */
  readonly words: readonly string[];
}

/** A stretch of the log that tells of an error. */
export interface ErrorBlock {
  readonly line: number;
  readonly endLine: number;
  /** The line to read first. */
  readonly headline: LogLine;
  /** Its lines, cleaned, at most 60; where the range was cut short they may go beyond it. */
  readonly lines: readonly LogLine[];
  /** Lines that stand around the block in a log, at most three each unless more were asked for; absent where there is nothing around. */
  readonly before?: readonly LogLine[];
  readonly after?: readonly LogLine[];
  readonly isNew: boolean | null;
  readonly inFailingStep: boolean;
  /** Higher is better; blocks are sorted by it. */
  readonly score: number;
}

/** What a log tells about the tests that ran in it. */
export interface LogTests extends TestCounts {
  /** Frameworks seen, e.g. `junit`, `pytest`. */
  readonly frameworks: readonly string[];
  /** Each failed or errored test once, in order of appearance. */
  readonly failedTests: readonly {
    readonly name: string;
    readonly line: number;
    readonly message?: string;
  }[];
}

export interface LogDigest {
  readonly format: LogFormat;
  readonly lineCount: number;
  /** Best first; the first one is the answer to "where do I look". At most 8. */
  readonly errors: readonly ErrorBlock[];
  /** First and last sightings of each word of the vocabulary, in order of line; bounded per word. */
  readonly sightings: readonly Sighting[];
  readonly tests: LogTests | null;
  /** The last 40 lines. */
  readonly tail: readonly LogLine[];
  /** `cut`: it stops in the middle of a step with no end-of-job marker where its format has one. */
  readonly ending: "complete" | "cut" | "empty";
  /** What the log itself says the job ended with; null where it does not say. */
  readonly outcome: "success" | "failure" | "cancelled" | "timed_out" | null;
  readonly exit: { readonly code: number; readonly line: number } | null;
  /** Name of the step that failed, where the format has steps. */
  readonly failingStep: string | null;
  /**
   * `<algorithm version>:<hex>`; equal for two runs of the same failure (numbers, paths, hashes masked). Null
   * where the log only says that something failed (`exit code 1`, `make: *** [all] Error 1`): that is equal
   * for unlike failures.
   */
  readonly fingerprint: string | null;
}
