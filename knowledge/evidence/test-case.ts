/** What one test did, in the words that every report format is read into. */

/** The last word on a test. `failed` = an assertion said no; `errored` = it could not be carried out. */
export type TestOutcome = "passed" | "failed" | "errored" | "skipped";

/**
 * Where a run of a text's rows stands in the report file: the row `row` (from 0) on `line`, each that follows
 * on the line after (`step` 1: XML, TAP) or on the same one (0: a JSON string). `line` null: the words are the
 * reader's own and stand nowhere. A place reaches to the next one's row.
 */
export interface Place {
  readonly row: number;
  readonly line: number | null;
  readonly step: 0 | 1;
}

/** Text of a failure and where it stands in the report. */
export interface Failure {
  /** Exception or assertion type as the report names it, e.g. `java.lang.AssertionError`. */
  readonly type?: string;
  /** The short message. */
  readonly message?: string;
  /** The long text: stack, diff. At most {@link FAILURE_TEXT_LIMIT} characters. */
  readonly text?: string;
  /** Where the rows of `message` and of `text` stand; absent where the words are the reader's own. */
  readonly messageAt?: readonly Place[];
  readonly textAt?: readonly Place[];
  /** First and last line of the failure in the report file, 1-based, inclusive. */
  readonly line: number;
  readonly endLine: number;
}

/**
 * One act or check of a test, as a recorder saw it (Assay's run format). Values are texts that the recorder
 * has masked; what it could not see is absent.
 */
export interface Step {
  /** What was done: `click`, `fill`, `goto`, `expect.toHaveText`, … */
  readonly action: string;
  readonly locator?: string;
  /** What the element is and is called, `role[name]`, e.g. `button[Place order]`. */
  readonly element?: string;
  /** Elements that the locator matched when the step acted. */
  readonly matched?: number;
  readonly urlBefore?: string;
  readonly urlAfter?: string;
  readonly expected?: string;
  readonly actual?: string;
  /** What the step's check said; absent where it checked nothing. */
  readonly check?: "passed" | "failed";
  /** A value that the step reported. */
  readonly reported?: {
    readonly name: string;
    readonly value: string | number;
    readonly unit?: string;
  };
  readonly error?: string;
  /** Milliseconds. */
  readonly durationMs?: number;
  /** Line of the step in the report file, 1-based. */
  readonly line: number;
}

/** One try of a test; a test that was retried has several, oldest first. */
export interface Attempt {
  readonly outcome: TestOutcome;
  /** Milliseconds. */
  readonly durationMs?: number;
  readonly failure?: Failure;
  /** In the order they were taken, at most {@link STEP_LIMIT}; only from formats that record steps. */
  readonly steps?: readonly Step[];
}

/** One test of a report. `attempts` is present only where the report tells of more than one. */
export interface TestCase {
  /** Enclosing suites, outermost first. */
  readonly suites: readonly string[];
  readonly name: string;
  /** The class or module the report gives beside the name (JUnit `classname`). */
  readonly className?: string;
  /** Source file and line of the test, where the report gives them. */
  readonly file?: string;
  readonly fileLine?: number;
  readonly outcome: TestOutcome;
  /** Passed in the end, but at least one attempt did not. */
  readonly flaky: boolean;
  /**
   * Set where the report lists the test but says by a mere status that it was not run (GoogleTest's `notrun`).
   * Report readers agree to count such a test as passed; it proves nothing.
   */
  readonly notRun?: true;
  /** Milliseconds. */
  readonly durationMs?: number;
  readonly failure?: Failure;
  readonly attempts?: readonly Attempt[];
  /** Steps of the last attempt; only from formats that record steps. */
  readonly steps?: readonly Step[];
  /** Line of the test in the report file, 1-based. */
  readonly line: number;
}

/** Characters of `Failure.text` that a reader keeps; the rest is dropped where it is read. */
export const FAILURE_TEXT_LIMIT = 16_384;

/** Steps of one attempt that a reader keeps. */
export const STEP_LIMIT = 1_000;

/** The name a person would use to run or find the test: class or last suite, then the test's own name. */
export function fullTestName(test: Pick<TestCase, "suites" | "className" | "name">): string {
  const owner = test.className || test.suites.at(-1) || "";
  if (owner === "" || test.name === owner || test.name.startsWith(`${owner}.`)) return test.name;
  return `${owner}.${test.name}`;
}
