import type { Config } from "../config/config.ts";
import type { DefaultBranch } from "../ports/ci-feed.ts";
import type { Deps } from "../ports/deps.ts";
import type { ObservedRepository } from "./observed.ts";
import { readLimits } from "./read-limits.ts";
import { readMergedFiles } from "./read-merged-files.ts";
import { readOwnIssues } from "./read-own-issues.ts";
import { chosenRuns, MOST_RUNS, readBegun, readJobs } from "./read-runs.ts";
import { readTests } from "./read-tests.ts";
import { type Week, weekAfter, weekRange } from "./week.ts";
import { seriesOf, type WeekSeries } from "./week-series.ts";

/** Weeks before the one that is swept which it is compared with. */
export const EARLIER_WEEKS = 8;
/** Of those, the ones that are read where nothing was kept of any; sweeps keep what later ones compare with. */
const READ_WEEKS = 4;
/** Of all runs that are read, the part that earlier weeks may take. */
const EARLIER_PART = 0.4;

export type ReadDeps = Pick<Deps, "ciFeed" | "forge" | "ledger" | "memories" | "artifacts" | "history">;

export interface RepositoryQuestion {
  readonly head: Extract<DefaultBranch, { readonly kind: "branch" }>;
  readonly week: Week;
  readonly timeZone: string;
  /** What earlier sweeps kept of this repository, the newest first. */
  readonly kept: readonly WeekSeries[];
  readonly config: Pick<Config, "labels">;
}

/**
 * Reads a week of CI on a default branch: what ran, what was merged, the role's own issues, and what learned runs tell.
 * Where no earlier week was kept, some of them are read as well. Bounded: the jobs of at most {@link MOST_RUNS} runs. It
 * starts and repeats nothing. Errors: those of the forge, the ledger and the artifacts.
 */
export async function readRepository(
  deps: ReadDeps,
  { head, week, timeZone, kept, config }: RepositoryQuestion,
): Promise<ObservedRepository> {
  const { repository, branch, isPublic } = head;
  const range = weekRange(week, timeZone);
  const place = { repository, branch };
  const begun = await readBegun(deps, place, range);
  const weeks = Array.from({ length: READ_WEEKS }, (_, back) => weekAfter(week, -1 - back));
  const before = await readBegun(deps, place, {
    since: weekRange(weeks.at(-1) as Week, timeZone).since,
    until: range.since,
  });
  const readsEarlier = kept.length === 0 && before.length > 0;
  const most = readsEarlier ? Math.round(MOST_RUNS * (1 - EARLIER_PART)) : MOST_RUNS;
  const runs = await readJobs(deps, repository, chosenRuns(begun, most));
  const earlier = readsEarlier
    ? await readEarlier(deps, { repository, before, weeks, timeZone, most: MOST_RUNS - runs.length })
    : kept.slice(0, EARLIER_WEEKS);
  const commits = (all: readonly { readonly commit: string }[]) => new Set(all.map(({ commit }) => commit));
  const merged = await readMergedFiles(deps, { repository, range, head: head.commit, before, begun });
  const open = begun.filter(({ conclusion }) => conclusion === null).length;
  const ended = begun.length - open;
  return {
    repository,
    branch,
    isPublic,
    range,
    runs,
    begun,
    earlier,
    isEarlierNew: readsEarlier,
    limits: await readLimits(deps, repository, runs),
    tests: await readTests(deps, repository, {
      ofWeek: commits(begun),
      known: commits([...before, ...begun]),
    }),
    merged,
    issues: await readOwnIssues(deps, repository, config),
    unread: [
      ...(runs.length < ended
        ? [
            `the jobs of ${ended - runs.length} of ${ended} runs, because at most ${MOST_RUNS} are read: those that ran again first, the others spread over the week`,
          ]
        : []),
      ...(open > 0 ? [`${open} runs that had not ended`] : []),
      ...(merged.unknown === null ? [] : [`what was merged: ${merged.unknown}`]),
      ...(merged.unread > 0 ? [`the files of ${merged.unread} merged changes`] : []),
    ],
  };
}

/** Of each week the same number of runs. */
async function readEarlier(
  deps: ReadDeps,
  {
    repository,
    before,
    weeks,
    timeZone,
    most,
  }: {
    readonly repository: RepositoryQuestion["head"]["repository"];
    readonly before: ObservedRepository["begun"];
    readonly weeks: readonly Week[];
    readonly timeZone: string;
    readonly most: number;
  },
): Promise<readonly WeekSeries[]> {
  const earlier: WeekSeries[] = [];
  for (const week of weeks) {
    const { since, until } = weekRange(week, timeZone);
    const begun = before.filter(
      ({ createdAt }) => Date.parse(createdAt) >= since && Date.parse(createdAt) < until,
    );
    const runs = await readJobs(deps, repository, chosenRuns(begun, Math.floor(most / weeks.length)));
    if (runs.length > 0) earlier.push({ week, series: seriesOf(runs) });
  }
  return earlier;
}
