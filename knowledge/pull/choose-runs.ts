import type { DatedRun } from "../ports/ci-feed.ts";
import { LOOKED_BACK, type PulledEvidence } from "../watch/watch-state.ts";

/** Runs that one pull reads. */
export const MOST_RUNS = 20;

/**
 * What begins a run whose artifacts are this repository's own: no pull request, no workflow that follows on one and may
 * hand on what a fork left, and no person, who may have it check out a fork's code.
 */
const OWN_EVENTS: ReadonlySet<string> = new Set(["push", "schedule"]);
/** Milliseconds that the forge's clock may be ahead by. */
const SKEW = 60 * 60_000;

export interface PullRange {
  readonly since: string;
  readonly until: string;
  /** Up to which the forge is asked. */
  readonly askedUntil: string;
}

/** From when to when runs are looked for: the first time the last day, then from a day before the last time on. Pure. */
export function pullRange(evidence: PulledEvidence | null, now: number): PullRange {
  const from = evidence === null ? now : Date.parse(evidence.until);
  const since = iso(from - LOOKED_BACK);
  return {
    since: evidence !== null && evidence.since > since ? evidence.since : since,
    until: iso(now),
    askedUntil: iso(now + SKEW),
  };
}

export interface ChosenRuns {
  /** Oldest first, at most {@link MOST_RUNS}. */
  readonly runs: readonly DatedRun[];
  /** Those that wait for the next pull. */
  readonly left: number;
  /** Runs that were begun before it are never read. */
  readonly since: string;
}

/**
 * Which of the runs of the default branch are to be read: those that have ended and were not read before, each attempt
 * once. The first time only the newest. Pure.
 */
export function chooseRuns(
  found: readonly DatedRun[],
  evidence: PulledEvidence | null,
  { since }: Pick<PullRange, "since">,
): ChosenRuns {
  const read = new Set(evidence?.runs.map(nameOf));
  const runs = found
    .filter(
      ({ event, conclusion }) => OWN_EVENTS.has(event) && conclusion !== null && conclusion !== "skipped",
    )
    .filter((run) => !read.has(nameOf(run)))
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id - b.id);
  if (evidence !== null)
    return { runs: runs.slice(0, MOST_RUNS), left: Math.max(0, runs.length - MOST_RUNS), since };
  const newest = runs.slice(-MOST_RUNS);
  const [first] = newest;
  return {
    runs: newest,
    left: 0,
    since: first !== undefined && newest.length < runs.length ? first.createdAt : since,
  };
}

function nameOf({ id, attempt }: Pick<DatedRun, "id" | "attempt">): string {
  return `${id}/${attempt}`;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
