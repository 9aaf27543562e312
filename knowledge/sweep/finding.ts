import { createHash } from "node:crypto";
import * as z from "zod/mini";

export const FINDING_KINDS = [
  "flaky-job",
  "flaky-test",
  "slower",
  "near-timeout",
  "test-gap",
  "never-failed",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** How sure a finding is: `low` is told and never becomes an issue. */
export const CONFIDENCES = ["high", "medium", "low"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

const bounds = () => z.object({ low: z.number(), high: z.number() });

const finding = () =>
  z.object({
    kind: z.enum(FINDING_KINDS),
    fingerprint: z.string().check(z.describe("equal for the same finding of another week")),
    repository: z.string(),
    subject: z.object({
      path: z.nullable(z.string()).check(z.describe("file of the workflow")),
      job: z.nullable(z.string()),
      step: z.nullable(z.string()),
      test: z.nullable(z.string()),
      area: z.nullable(z.string()),
    }),
    says: z.string().check(z.describe("what was found, in a sentence")),
    evidence: z
      .array(z.string())
      .check(z.describe("what it rests on, a sentence each, with how much was looked at")),
    samples: z.int().check(z.describe("how many commits, results or changes were looked at")),
    rate: z.nullable(z.object({ found: z.int(), all: z.int(), bounds: bounds() })),
    minutes: z.number().check(z.describe("lost in the week, or at risk; an estimate")),
    reruns: z.int(),
    cost: z.string().check(z.describe("how the minutes come about")),
    confidence: z.enum(CONFIDENCES),
    weight: z.number().check(z.describe("minutes times how sure it is: what it is ranked by")),
    links: z.array(z.object({ text: z.string(), url: z.string() })),
    trend: z
      .array(z.object({ week: z.string(), value: z.number() }))
      .check(z.describe("seconds, or results, by week, the oldest first")),
    issue: z.nullable(z.int()).check(z.describe("open issue of ours that is about it already")),
  });

/** One thing that a week of CI shows. What others named is masked; nothing of a log stands in it. */
export const Finding = z.lazy(finding);
export type Finding = z.output<typeof Finding>;

export type FindingSubject = Finding["subject"];

/** Names a finding: kind, repository and what it is about; no number of it, no week. 16 hexadecimal digits. Pure. */
export function findingFingerprint(kind: FindingKind, repository: string, subject: FindingSubject): string {
  const { path, job, step, test, area } = subject;
  const named = JSON.stringify([kind, repository.toLowerCase(), path, job, step, test, area]);
  return createHash("sha256").update(named).digest("hex").slice(0, 16);
}

/** What a finder tells of one: the rest follows from it. */
export type Found = Omit<Finding, "fingerprint" | "repository" | "weight" | "issue" | "subject"> & {
  readonly subject: Partial<FindingSubject>;
};

const NOTHING: FindingSubject = { path: null, job: null, step: null, test: null, area: null };

/** How much a minute counts by how sure it is. */
const WEIGHTS = { high: 1, medium: 0.6, low: 0.3 } as const satisfies Record<Confidence, number>;

/** A finding of a repository out of what a finder tells. Pure. */
export function findingOf(repository: string, found: Found): Finding {
  const subject = { ...NOTHING, ...found.subject };
  const minutes = Math.round(found.minutes * 10) / 10;
  return {
    ...found,
    subject,
    repository,
    minutes,
    weight: Math.round(minutes * WEIGHTS[found.confidence] * 10) / 10,
    fingerprint: findingFingerprint(found.kind, repository, subject),
    issue: null,
  };
}
