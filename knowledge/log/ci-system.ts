import type { LogDigest, LogFormat } from "./log-digest.ts";

/** A line by which a CI is known: `has` is a lower-case literal that stands on it, the pattern decides. */
export interface CiLine {
  readonly has: string;
  readonly re: RegExp;
}

/**
 * A line that begins a step. Group `name` is what the step is called; a group `post` that took something
 * says that it runs after the job's work is done: clean-up, caches, uploads.
 */
export interface CiStepLine extends CiLine {
  /** What follows up to the end of the echo is the script of the step, not its output. */
  readonly echoes?: true;
}

/** A line by which the CI says that a step or the job failed. Group `code`: the exit code; `name`: the step's. */
export interface CiExit extends CiLine {
  readonly outcome?: "cancelled" | "timed_out";
  /** The line itself says why: time ran out, the runner was lost. Else it only says that something failed. */
  readonly isCause?: true;
}

/** A line by which the CI says what the whole job came to. */
export interface CiOutcome extends CiLine {
  readonly outcome: NonNullable<LogDigest["outcome"]>;
}

/**
 * How the log of one CI is read. One constant in one file under `ci/`, one line in `ci/index.ts`. Patterns
 * are asked of one cleaned line of at most 2,000 characters and run in linear time.
 */
export interface CiSystem {
  readonly format: Exclude<LogFormat, "plain">;
  /** Lines that only this CI prints. They tell nothing of the job. */
  readonly signatures: readonly CiLine[];
  /** The first line of a job: what a job before it in the same log said is no word on this one. */
  readonly starts: readonly CiLine[];
  readonly steps: readonly CiStepLine[];
  /** Steps named in a column of each line, as {@link CiStepLine}'s pattern. */
  readonly column?: RegExp;
  /** Begins and ends of an echoed script, where they are lines of their own. */
  readonly echo?: { readonly begins?: CiLine; readonly ends: CiLine };
  /** Lines after which nothing but clean-up follows, until a step begins. */
  readonly cleanUp: readonly CiLine[];
  /** Of several that fit a line the first counts. */
  readonly exits: readonly CiExit[];
  readonly outcomes: readonly CiOutcome[];
  /**
   * What makes a log whole. `lines`: one of them was printed, and no step began after it; `sections`: each
   * section that was opened is closed; null: this CI prints no last line, a log can not be seen to be cut.
   */
  readonly complete:
    | { readonly lines: readonly CiLine[] }
    | { readonly sections: { readonly opens: CiLine; readonly closes: CiLine } }
    | null;
  /** A line that each failing step leaves, whatever failed; null where a step may fail without a mark. */
  readonly failureMark: CiLine | null;
  /** A step may be allowed to fail: of several that did, the last is the one that failed the job. */
  readonly goesOnAfterFailure: boolean;
}
