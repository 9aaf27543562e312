import type { DatedRun } from "../ports/ci-feed.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { ObservedRun } from "./observed-run.ts";
import { spread } from "./spread.ts";
import type { WeekRange } from "./week.ts";

/** Runs of a repository whose jobs are read, in all: of the week, and of the weeks before it. */
export const MOST_RUNS = 200;
/** Attempts of a run that are read: the last ones. */
const MOST_ATTEMPTS = 3;
/** Runs whose jobs are asked for at a time. */
const AT_A_TIME = 4;

type FeedDeps = Pick<Deps, "ciFeed">;

/** The runs that were begun in a time, oldest first. Errors: those of the forge. */
export async function readBegun(
  { ciFeed }: FeedDeps,
  place: { readonly repository: RepositoryName; readonly branch: string },
  { since, until }: WeekRange,
): Promise<readonly DatedRun[]> {
  const { repository, branch } = place;
  const range = { branch, since: new Date(since).toISOString(), until: new Date(until).toISOString() };
  return (await ciFeed.workflowRuns(repository, range)).toReversed();
}

/** Those of some runs whose jobs are read, where there are more than `most`: the ones that ran again first, then spread over all. Pure. */
export function chosenRuns(begun: readonly DatedRun[], most: number): readonly DatedRun[] {
  const ended = begun.filter(({ conclusion }) => conclusion !== null && conclusion !== "skipped");
  if (ended.length <= most) return ended;
  const again = spread(ended.filter(isRepeated(ended)), Math.floor(most / 2));
  const chosen = new Set(again);
  const rest = ended.filter((run) => !chosen.has(run));
  for (const run of spread(rest, most - chosen.size)) chosen.add(run);
  return ended.filter((run) => chosen.has(run));
}

/** Runs with several attempts, and those of a workflow that ran at one commit more than once. */
function isRepeated(runs: readonly DatedRun[]): (run: DatedRun) => boolean {
  const times = new Map<string, number>();
  const keyOf = ({ path, commit }: DatedRun) => `${path}@${commit}`;
  for (const run of runs) times.set(keyOf(run), (times.get(keyOf(run)) ?? 0) + 1);
  return (run) => run.attempt > 1 || (times.get(keyOf(run)) ?? 0) > 1;
}

/** Reads the jobs of some runs, of each its last attempts, in order. Errors: those of the forge. */
export async function readJobs(
  { ciFeed }: FeedDeps,
  repository: RepositoryName,
  runs: readonly DatedRun[],
): Promise<readonly ObservedRun[]> {
  const read: ObservedRun[] = [];
  const left = runs.entries();
  const worker = async (): Promise<void> => {
    for (const [at, run] of left) {
      const attempts: ObservedRun["attempts"][number][] = [];
      for (let attempt = Math.max(1, run.attempt - MOST_ATTEMPTS + 1); attempt <= run.attempt; attempt++)
        attempts.push({ attempt, jobs: await ciFeed.timedJobs(repository, run.id, attempt) });
      read[at] = { ...run, attempts };
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_A_TIME, runs.length) }, worker));
  return read;
}
