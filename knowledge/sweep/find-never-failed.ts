import type { Found } from "./finding.ts";
import type { ObservedRepository } from "./observed.ts";
import { counted, minutesOf, percent, sayJob } from "./say-numbers.ts";
import { mostWhereNoneSeen } from "./statistics/none-seen.ts";
import type { Week } from "./week.ts";
import { seriesOf } from "./week-series.ts";

/** Results below which it says nothing that none of them failed. */
const FEWEST = 50;
/** Those that are told: the ones that take longest. */
const MOST = 20;

/**
 * Jobs with no failure seen in all results that are known, of this week and those before it: what they cost, and how
 * often they may fail all the same. It does not make them useless: they may fail on changes before these are merged,
 * which is not seen here. Pure.
 */
export function findNeverFailed(
  { runs, earlier }: Pick<ObservedRepository, "runs" | "earlier">,
  week: Week,
): readonly Found[] {
  const found = seriesOf(runs)
    .filter(({ step }) => step === null)
    .flatMap((now): { readonly seconds: number; readonly told: Found }[] => {
      const past = earlier.flatMap(({ series }) =>
        series.filter(({ path, job, step }) => step === null && path === now.path && job === now.job),
      );
      const all = [now, ...past];
      const results = all.reduce((sum, { passed, failed }) => sum + passed + failed, 0);
      if (results < FEWEST || all.some(({ failed }) => failed > 0)) return [];
      const seconds = now.seconds.reduce((sum, value) => sum + value, 0);
      const most = mostWhereNoneSeen(results);
      return [
        {
          seconds,
          told: {
            kind: "never-failed",
            subject: { path: now.path, job: now.job },
            says: `${sayJob(now.job, now.path)}: no failure seen in ${results} results.`,
            evidence: [
              `${counted(now.passed, "result")} of this week and ${results - now.passed} of ${counted(past.length, "week")} before it, on the default branch.`,
              `It may fail in up to ${percent(most)} of its runs all the same (95 %, rule of three), and on changes before they are merged.`,
            ],
            samples: results,
            rate: { found: 0, all: results, bounds: { low: 0, high: most } },
            minutes: 0,
            reruns: 0,
            cost: `nothing was lost; it took ${minutesOf(seconds)} in the week`,
            confidence: "low",
            links: [],
            trend: [{ week, value: Math.round(seconds) }],
          },
        },
      ];
    });
  return found
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, MOST)
    .map(({ told }) => told);
}
