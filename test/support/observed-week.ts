import type { TimedJob } from "../../knowledge/ports/ci-feed.ts";
import type { ObservedRepository } from "../../knowledge/sweep/observed.ts";
import type { ObservedRun } from "../../knowledge/sweep/observed-run.ts";
import { type Week, weekRange } from "../../knowledge/sweep/week.ts";

export const WEEK: Week = "2026-W48";
export const CI = ".github/workflows/ci.yml";
const MONDAY = Date.parse("2026-11-23T08:00:00Z");

interface GivenJob {
  readonly name?: string;
  readonly conclusion?: string | null;
  readonly seconds?: number;
  readonly steps?: readonly {
    readonly name: string;
    readonly seconds: number;
    readonly conclusion?: string;
  }[];
}

interface GivenRun {
  readonly commit?: string;
  readonly path?: string;
  readonly conclusion?: string | null;
  /** The jobs of each attempt. */
  readonly attempts: readonly (readonly GivenJob[])[];
}

/** A run of the week, an hour after the one before it. */
export function observedRun(index: number, given: GivenRun): ObservedRun {
  const begun = MONDAY + index * 60 * 60_000;
  return {
    id: 1_000 + index,
    name: "CI",
    path: given.path ?? CI,
    event: "push",
    commit: given.commit ?? index.toString(16).padStart(40, "c"),
    attempt: given.attempts.length,
    conclusion: given.conclusion === undefined ? "success" : given.conclusion,
    url: `https://forge.example.org/octo/shop/actions/runs/${1_000 + index}`,
    createdAt: new Date(begun).toISOString(),
    attempts: given.attempts.map((jobs, at) => ({
      attempt: at + 1,
      jobs: jobs.map((job, place) => timedJob(begun, job, 1_000_000 + index * 100 + at * 10 + place)),
    })),
  };
}

function timedJob(
  begun: number,
  { name = "test", conclusion = "success", seconds = 60, steps = [] }: GivenJob,
  id: number,
): TimedJob {
  const iso = (after: number) => new Date(begun + after * 1_000).toISOString();
  return {
    id,
    name,
    conclusion,
    url: `https://forge.example.org/octo/shop/actions/runs/1/job/${id}`,
    startedAt: iso(0),
    completedAt: iso(seconds),
    steps: steps.map((step, index) => ({
      name: step.name,
      number: index + 1,
      conclusion: step.conclusion ?? "success",
      startedAt: iso(0),
      completedAt: iso(step.seconds),
    })),
  };
}

/** A run with one attempt of one job for each duration, all of which passed. */
export function passingRuns(seconds: readonly number[], job: GivenJob = {}): readonly ObservedRun[] {
  return seconds.map((one, index) => observedRun(index, { attempts: [[{ ...job, seconds: one }]] }));
}

export function observedRepository(over: Partial<ObservedRepository> = {}): ObservedRepository {
  const runs = over.runs ?? [];
  return {
    repository: "octo/shop",
    branch: "main",
    isPublic: false,
    range: weekRange(WEEK, "UTC"),
    runs,
    begun: runs,
    earlier: [],
    isEarlierNew: false,
    limits: [],
    tests: { runs: 0, suspects: [], scopes: [] },
    merged: { changes: [], unknown: null, unread: 0 },
    issues: [],
    unread: [],
    ...over,
  };
}

/** Numbers from 0 to 1 that look like chance and are always the same for a seed (mulberry32). */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Durations as CI has them: around `usual`, with a long tail to the right, and a spike now and then. */
export function noisySeconds(random: () => number, count: number, usual = 120): readonly number[] {
  return Array.from({ length: count }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    const spike = random() < 0.03 ? 3 : 1;
    return Math.round(usual * Math.exp(0.2 * normal) * spike);
  });
}
