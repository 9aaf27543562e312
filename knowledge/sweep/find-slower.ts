import type { Found } from "./finding.ts";
import type { ObservedRepository } from "./observed.ts";
import { counted, lasting, sayJob } from "./say-numbers.ts";
import { chanceOfBeingAbove } from "./statistics/mann-whitney.ts";
import { median } from "./statistics/median.ts";
import type { Week } from "./week.ts";
import { type Series, seriesOf } from "./week-series.ts";

/** Times of the week and of the weeks before it that are needed to compare. */
const FEWEST_NOW = 8;
const FEWEST_BEFORE = 12;
/** Times that an earlier week needs to count by itself. */
const FEWEST_OF_A_WEEK = 4;
/** A shift below this is nobody's business: seconds, and a part of what it took before. */
const FLOOR_SECONDS = 10;
const FLOOR_PART = 0.15;
/** Chance of any false alarm at all among the jobs and steps of a repository. */
const ALARMS = 0.01;
/** A step that brought so much of what its job lost tells of both. */
const EXPLAINS = 0.6;

interface Shift {
  readonly series: Series;
  readonly before: number;
  readonly now: number;
  readonly seconds: number;
  readonly chance: number;
  readonly weeks: readonly { readonly week: Week; readonly value: number }[];
  readonly times: number;
}

/**
 * Jobs and steps that take longer than in the weeks before, for good: by their medians and a rank test that is held
 * against how many were compared, above an absolute floor, in both halves of the week and above each earlier week. One
 * spike is no change, and what has been slow for weeks is no news. Pure.
 */
export function findSlower(
  { runs, earlier }: Pick<ObservedRepository, "runs" | "earlier">,
  week: Week,
): readonly Found[] {
  const known = new Map(
    earlier.map((one) => [one.week, new Map(one.series.map((series) => [keyOf(series), series]))]),
  );
  const compared = seriesOf(runs)
    .filter(({ seconds }) => seconds.length >= FEWEST_NOW)
    .map((series) => ({
      series,
      past: [...known].flatMap(([of, all]) => {
        const seconds = all.get(keyOf(series))?.seconds ?? [];
        return seconds.length === 0 ? [] : [{ week: of, seconds }];
      }),
    }))
    .filter(({ past }) => past.reduce((sum, { seconds }) => sum + seconds.length, 0) >= FEWEST_BEFORE);
  const shifts = compared.flatMap(({ series, past }) => shiftOf(series, past, ALARMS / compared.length));
  return withoutExplained(shifts).map((shift) => slower(shift, week));
}

function shiftOf(
  series: Series,
  past: readonly { readonly week: Week; readonly seconds: readonly number[] }[],
  chanceAllowed: number,
): readonly Shift[] {
  const all = past.flatMap(({ seconds }) => seconds);
  const before = median(all) ?? 0;
  const floor = before + Math.max(FLOOR_SECONDS, before * FLOOR_PART);
  const half = series.seconds.length >> 1;
  const halves = [series.seconds.slice(0, half), series.seconds.slice(half)].map((part) => median(part) ?? 0);
  const now = median(series.seconds) ?? 0;
  const weeks = past.map(({ week, seconds }) => ({
    week,
    value: median(seconds) ?? 0,
    times: seconds.length,
  }));
  const isNews = weeks.every(({ value, times }) => times < FEWEST_OF_A_WEEK || now > value);
  if (!isNews || now < floor || halves.some((value) => value < floor)) return [];
  const chance = chanceOfBeingAbove(series.seconds, all);
  if (chance > chanceAllowed) return [];
  return [{ series, before, now, seconds: now - before, chance, weeks, times: all.length }];
}

/** A job without what one of its steps tells better; a step stays beside its job where others are slower too. */
function withoutExplained(shifts: readonly Shift[]): readonly Shift[] {
  return shifts.filter(
    ({ series: { path, job, step }, seconds }) =>
      step !== null ||
      !shifts.some(
        (other) =>
          other.series.step !== null &&
          other.series.path === path &&
          other.series.job === job &&
          other.seconds >= seconds * EXPLAINS,
      ),
  );
}

function slower({ series, before, now, seconds, chance, weeks, times }: Shift, week: Week): Found {
  const { path, job, step } = series;
  const all = series.seconds.length;
  const what = step === null ? sayJob(job, path) : `Step ${step} of ${sayJob(job, path)}`;
  const enough = all >= 2 * FEWEST_NOW && weeks.length >= 2;
  return {
    kind: "slower",
    subject: { path, job, step },
    says: `${what} takes ${lasting(now)} where it took ${lasting(before)}.`,
    evidence: [
      `Medians of ${counted(all, "passing result")} of the week and of ${times} of ${counted(weeks.length, "week")} before it.`,
      `Both halves of the week are above it, and so is the week above each earlier one; by chance it comes ${chanceWords(chance)} (Mann–Whitney).`,
    ],
    samples: all,
    rate: null,
    minutes: (seconds * all) / 60,
    reruns: 0,
    cost: `${lasting(seconds)} longer in each of ${counted(all, "result")}`,
    confidence: enough ? "high" : "medium",
    links: [],
    trend: [...weeks]
      .sort((a, b) => (a.week < b.week ? -1 : 1))
      .map(({ week: of, value }) => ({ week: of as string, value: Math.round(value) }))
      .concat({ week, value: Math.round(now) }),
  };
}

function chanceWords(chance: number): string {
  return chance < 1e-6 ? "less than once in a million" : `once in ${Math.round(1 / chance)}`;
}

function keyOf({ path, job, step }: Series): string {
  return JSON.stringify([path, job, step]);
}
