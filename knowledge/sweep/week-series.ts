import { type JobResult, jobResults, saidYes, secondsOf } from "./job-results.ts";
import type { ObservedRun } from "./observed-run.ts";
import { spread } from "./spread.ts";
import type { Week } from "./week.ts";

/** Jobs and steps that are kept of a week, those that were seen most. */
const MOST_SERIES = 400;
/** Times that are kept of each, spread over the week. */
const MOST_TIMES = 60;

/** A job's or step's results of a week, and how many seconds it took where it passed, in order. */
export interface Series {
  readonly path: string;
  readonly job: string;
  /** Null for the job as a whole. */
  readonly step: string | null;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: readonly number[];
}

/** What later weeks compare with. */
export interface WeekSeries {
  readonly week: Week;
  readonly series: readonly Series[];
}

/** The series of the jobs of some runs and of their steps, those that were seen most first. Pure. */
export function seriesOf(runs: readonly ObservedRun[]): readonly Series[] {
  const found = new Map<string, Mutable>();
  const note = (result: JobResult, step: string | null, passed: boolean, seconds: number | null) => {
    const key = JSON.stringify([result.path, result.job, step]);
    const one = found.get(key) ?? { ...result, step, passed: 0, failed: 0, seconds: [] };
    found.set(key, one);
    if (passed) one.passed += 1;
    else one.failed += 1;
    if (passed && seconds !== null) one.seconds.push(seconds);
  };
  for (const result of jobResults(runs)) {
    note(result, null, result.passed, result.seconds);
    for (const step of result.timed.steps) {
      const passed = saidYes(step.conclusion);
      if (passed !== null) note(result, step.name, passed, secondsOf(step));
    }
  }
  return [...found.values()].map(({ path, job, step, passed, failed, seconds }) => ({
    path,
    job,
    step,
    passed,
    failed,
    seconds,
  }));
}

type Mutable = {
  path: string;
  job: string;
  step: string | null;
  passed: number;
  failed: number;
  seconds: number[];
};

/** As much of them as is kept for later weeks. Pure. */
export function keptSeries(series: readonly Series[]): readonly Series[] {
  return series
    .toSorted((a, b) => b.passed + b.failed - (a.passed + a.failed))
    .slice(0, MOST_SERIES)
    .map((one) => ({ ...one, seconds: spread(one.seconds, MOST_TIMES).map((value) => Math.round(value)) }));
}
