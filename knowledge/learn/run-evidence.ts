import type { Failure, TestCase } from "../evidence/test-case.ts";
import type { Mode } from "../ports/mode.ts";
import type { TestCounts } from "../test-counts.ts";
import type { Candidate } from "./candidate.ts";

/** How a run ended, before anything is learned from it. */
export const RUN_VERDICTS = ["pass", "fail", "undetermined", "error"] as const;
export type RunVerdict = (typeof RUN_VERDICTS)[number];

/** What makes a run this one. */
export interface RunIdentity {
  /** Digest of the normalised evidence, commit and job, 32 hexadecimal digits; or as `--run` gave it. */
  readonly run: string;
  /** When it was, ISO 8601 in UTC, to the millisecond. */
  readonly at: string;
  readonly commit: string | null;
  readonly branch: string | null;
  readonly job: string | null;
  readonly mode: Mode;
}

/** Failing and flaky tests of a run that are kept in full. */
export const FAILURES_LEARNED = 200;
/** Distinct things seen that are kept until curation chooses among them. */
export const OBSERVATIONS_KEPT = 2_000;

/** All of a run that learning needs, masked: what waits in the queue, as an artifact (JSON). */
export interface RunEvidence {
  readonly v: 1;
  readonly tests: TestCounts;
  /** Failed and errored tests in the order of the reports, the first {@link FAILURES_LEARNED}, without their steps. */
  readonly failures: readonly TestCase[];
  /** Tests that passed on a later attempt, the first {@link FAILURES_LEARNED}, without their steps. */
  readonly flakyTests: readonly TestCase[];
  /** Scope folder of each of these tests by its `test:` anchor. */
  readonly scopes: Readonly<Record<string, string>>;
  /** Facts, in order of digest; equal ones merged; the cap of a run is not applied yet. */
  readonly observations: readonly Candidate[];
  /** Observations beyond {@link OBSERVATIONS_KEPT}, left out. */
  readonly dropped: number;
  /** What failed outside of the tests (a suite, a fixture, the run itself), the first 50; absent where nothing did. */
  readonly outsideTests?: readonly Failure[];
  /** Last lines of what a command printed that said no, where no test failed; at most 64 KiB. */
  readonly output: string | null;
}
