import * as z from "zod/mini";
import { CAUSES } from "../cause/cause.ts";
import { LEARNING_JOBS, MARKS } from "../learn/learning-events.ts";
import type { LearningSummary } from "../learn/learning-run.ts";
import { RUN_VERDICTS } from "../learn/run-evidence.ts";
import { MODES } from "../ports/mode.ts";

const counts = () =>
  z.object({
    total: z.int(),
    passed: z.int(),
    failed: z.int(),
    errored: z.int(),
    skipped: z.int(),
    flaky: z.int(),
  });

const learned = () =>
  z.object({
    added: z.int(),
    confirmed: z.int(),
    superseded: z.int(),
    deprecated: z.int(),
    proposed: z.int(),
    promoted: z.int(),
    held: z.int(),
  });

const summary = () => ({
  run: z.string(),
  at: z.string().check(z.describe("ISO 8601, UTC")),
  title: z.string(),
  commit: z.nullable(z.string()),
  branch: z.nullable(z.string()),
  job: z.nullable(z.string()),
  mode: z.enum(MODES),
  verdict: z.enum(RUN_VERDICTS),
  tests: counts(),
  durationMs: z.nullable(z.number()),
  causes: z.partialRecord(z.enum(CAUSES), z.int()).check(z.describe("failing tests by root cause")),
  learned: z.nullable(learned()).check(z.describe("null until curation is done")),
  waiting: z.array(z.enum(LEARNING_JOBS)).check(z.describe("jobs that are still queued, in order")),
  marks: z.array(z.enum(MARKS)),
});

/** A run in a list. */
export const RunSummary = z.lazy(() => z.object(summary()));
export type RunSummary = z.output<typeof RunSummary>;

/** The summary out of what the ledger keeps for lists. */
export function toRunSummary(row: Extract<LearningSummary, { kind: "run" }>): RunSummary {
  const { kind: _kind, parked: _parked, waiting, marks, tests, causes, ...rest } = row;
  return { ...rest, tests: { ...tests }, causes: { ...causes }, waiting: [...waiting], marks: [...marks] };
}

/** A window of the runs, newest first. */
export const RunList = z.lazy(() =>
  z.object({
    runs: z.array(z.object(summary())),
    total: z.int().check(z.describe("runs that answer the filter, in all")),
  }),
);
export type RunList = z.output<typeof RunList>;

const failure = () =>
  z.object({
    test: z.nullable(z.string()),
    cause: z.enum(CAUSES),
    rule: z.nullable(z.string()),
    confidence: z.number(),
    preExisting: z.boolean(),
    fingerprint: z.nullable(z.string()),
    quote: z.nullable(z.string()),
    nextAction: z.string(),
    history: z
      .array(z.enum(["passed", "failed", "errored", "skipped", "flaky"]))
      .check(z.describe("the test's last 30 results, oldest first")),
  });

/** A run with what was found and what was learned from it. */
export const RunView = z.lazy(() =>
  z.object({
    ...summary(),
    failures: z.array(failure()),
    promoted: z.array(z.object({ record: z.string(), path: z.string() })),
    held: z.array(z.object({ record: z.string(), reason: z.string() })),
    changes: z
      .array(
        z.object({
          op: z.string(),
          record: z.nullable(z.string()),
          other: z.nullable(z.string()),
          outcome: z.enum(["applied", "proposed", "refused"]),
          reason: z.nullable(z.string()),
          proposal: z.nullable(z.string()),
          claim: z
            .nullable(z.string())
            .check(z.describe("what the record says now, or the proposal; null where that is gone")),
          otherClaim: z.nullable(z.string()),
        }),
      )
      .check(z.describe("every change of curation, in the order in which it was made")),
    markings: z.array(
      z.object({
        mark: z.enum(MARKS),
        test: z.nullable(z.string()),
        cause: z.nullable(z.enum(CAUSES)),
        by: z.string(),
        at: z.string(),
        reason: z.nullable(z.string()),
      }),
    ),
  }),
);
export type RunView = z.output<typeof RunView>;
