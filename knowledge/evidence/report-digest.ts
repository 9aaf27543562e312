import type { TestCounts } from "../test-counts.ts";
import type { ReportNote, RunInfo } from "./reader.ts";
import type { Failure, TestCase } from "./test-case.ts";

/** Failed and errored tests of a digest that are kept in full. */
export const FAILURES_KEPT = 200;
/** Names of failed and errored tests that are kept. */
export const FAILED_NAMES_KEPT = 10_000;
/** Notes that are kept, of each kind. */
export const NOTES_KEPT = 50;

/** What reading a report once leaves in memory: bounded, whatever the size of the report. */
export interface ReportDigest {
  readonly format: string;
  readonly title: string;
  readonly totals: TestCounts;
  /** The first {@link FAILURES_KEPT} failed and errored tests, in full. */
  readonly failures: readonly TestCase[];
  /** The first {@link FAILURES_KEPT} tests that passed on a later attempt, in full. */
  readonly flakyTests: readonly TestCase[];
  /** The first {@link NOTES_KEPT} failures outside the tests, of which `suite-error` notes tell. */
  readonly outsideTests?: readonly Failure[];
  /** Full names of failed and errored tests in the order of the file, at most {@link FAILED_NAMES_KEPT}. */
  readonly failedNames: readonly string[];
  readonly notes: readonly ReportNote[];
  /** What the report says of its run, where it says anything. */
  readonly run?: RunInfo;
  /**
   * `failed` also where something outside the tests failed (a `suite-error` note). `undetermined` is never green: no test was carried out, or nothing failed in a report that is damaged,
   * inconsistent or no test report at all.
   */
  readonly verdict: "passed" | "failed" | "undetermined";
}
