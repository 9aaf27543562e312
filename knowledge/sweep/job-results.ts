import type { TimedJob } from "../ports/ci-feed.ts";
import type { ObservedRun } from "./observed-run.ts";

/** One time that a job said yes or no. */
export interface JobResult {
  /** Path of its workflow's file. */
  readonly path: string;
  readonly job: string;
  readonly passed: boolean;
  /** Null where the forge does not tell. */
  readonly seconds: number | null;
  readonly run: ObservedRun;
  readonly attempt: number;
  readonly url: string | null;
  readonly timed: TimedJob;
}

/** Every yes and no of the jobs, in the order in which they were begun; what was cancelled or skipped is neither. Pure. */
export function jobResults(runs: readonly ObservedRun[]): readonly JobResult[] {
  return runs.flatMap((run) =>
    run.attempts.flatMap(({ attempt, jobs }) =>
      jobs.flatMap((timed): JobResult[] => {
        const passed = saidYes(timed.conclusion);
        if (passed === null) return [];
        const { name: job, url } = timed;
        return [{ path: run.path, job, passed, seconds: secondsOf(timed), run, attempt, url, timed }];
      }),
    ),
  );
}

/** Seconds between its beginning and its end, or null. */
export function secondsOf({
  startedAt,
  completedAt,
}: Pick<TimedJob, "startedAt" | "completedAt">): number | null {
  if (startedAt === null || completedAt === null) return null;
  const seconds = (Date.parse(completedAt) - Date.parse(startedAt)) / 1_000;
  return seconds >= 0 ? seconds : null;
}

/** Whether a conclusion is a yes; null for what says neither. */
export function saidYes(conclusion: string | null): boolean | null {
  if (conclusion === "success") return true;
  return conclusion === "failure" || conclusion === "timed_out" ? false : null;
}

/** A job of a workflow by one text. */
export function jobKey({ path, job }: Pick<JobResult, "path" | "job">): string {
  return JSON.stringify([path, job]);
}
