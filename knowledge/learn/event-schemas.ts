import * as z from "zod/mini";
import { CAUSES } from "../cause/cause.ts";
import { MODES } from "../ports/mode.ts";
import { LEARNING_JOBS, MARKS } from "./learning-events.ts";
import { RUN_VERDICTS } from "./run-evidence.ts";

const text = z.nullable(z.string());
const count = z.int().check(z.minimum(0));
const time = z.string().check(z.refine((at) => Number.isFinite(Date.parse(at))));

const Journal = z.array(
  z.object({
    op: z.string(),
    record: text,
    other: z.optional(text),
    source: z.string(),
    outcome: z.enum(["applied", "proposed", "refused"]),
    reason: text,
    before: text,
    after: text,
    candidate: z.string(),
    proposal: z.optional(z.string()),
  }),
);
const Promoted = z.array(z.object({ record: z.string(), path: z.string() }));
const Held = z.array(z.object({ record: z.string(), reason: z.string() }));

/** Forms of the events of a run's stream, by type: what whoever shows or goes on with a run stands on. */
export const LEARNING_EVENT_SCHEMAS = {
  "run.recorded": {
    v: 1,
    data: z.object({
      run: z.string().check(z.minLength(1)),
      at: time,
      commit: text,
      branch: text,
      job: text,
      mode: z.enum(MODES),
      verdict: z.enum(RUN_VERDICTS),
      tests: z.object({
        total: count,
        passed: count,
        failed: count,
        errored: count,
        skipped: count,
        flaky: count,
      }),
      durationMs: z.nullable(z.number()),
      title: z.string(),
      evidence: z.string(),
      checkout: z.optional(z.object({ tree: z.string(), branch: text, commit: text })),
      pulledFrom: z.optional(z.string()),
    }),
  },
  "part.recorded": {
    v: 1,
    data: z.object({
      part: z.int(),
      of: z.nullable(z.int()),
      digest: z.string(),
      evidence: z.string(),
      at: time,
      title: z.string(),
    }),
  },
  "analysis.finished": {
    v: 1,
    data: z.object({ results: z.string(), causes: z.partialRecord(z.enum(CAUSES), count) }),
  },
  "curation.finished": {
    v: 1,
    data: z.object({
      counts: z.object({
        added: count,
        confirmed: count,
        superseded: count,
        deprecated: count,
        proposed: count,
      }),
      promoted: Promoted,
      held: Held,
      confirmed: z.array(z.string()),
      journal: Journal,
      overCap: z.array(z.object({ digest: z.string(), claim: z.string() })),
    }),
  },
  "proposals.finished": {
    v: 1,
    data: z.object({
      skipped: text,
      checks: z.optional(z.array(z.object({ record: z.string(), replay: z.string(), case: text }))),
      promoted: z.optional(Promoted),
      held: z.optional(Held),
      journal: z.optional(Journal),
    }),
  },
  "job.failed": {
    v: 1,
    data: z.object({ job: z.enum(LEARNING_JOBS), code: z.string(), message: z.string() }),
  },
  "run.marked": {
    v: 1,
    data: z.object({
      mark: z.enum(MARKS),
      test: text,
      cause: z.nullable(z.enum(CAUSES)),
      by: z.string(),
      at: time,
      reason: text,
      journal: Journal,
    }),
  },
} as const;

/** The form of what a person ruled over a record, in the stream of their acts. */
export const PERSON_EVENT_SCHEMAS = {
  "record.ruled": {
    v: 1,
    data: z.object({
      act: z.enum(["accept", "reject", "forget", "edit", "apply", "drop"]),
      record: text,
      other: z.optional(text),
      proposal: z.optional(z.string()),
      by: z.string(),
      at: time,
      reason: text,
      before: text,
      after: text,
    }),
  },
} as const;
