import { describe, expect, test } from "vitest";
import { findSlower } from "../../../knowledge/sweep/find-slower.ts";
import type { ObservedRun } from "../../../knowledge/sweep/observed-run.ts";
import { weekAfter } from "../../../knowledge/sweep/week.ts";
import { seriesOf, type WeekSeries } from "../../../knowledge/sweep/week-series.ts";
import { chance, noisySeconds, observedRun, passingRuns, WEEK } from "../../support/observed-week.ts";

const earlierOf = (weeks: readonly (readonly ObservedRun[])[]): readonly WeekSeries[] =>
  weeks.map((runs, index) => ({ week: weekAfter(WEEK, -1 - index), series: seriesOf(runs) }));
const steady = (seconds: number, count = 12) => Array.from({ length: count }, (_, at) => seconds + (at % 5));
const found = (now: readonly number[], before: readonly (readonly number[])[]) =>
  findSlower({ runs: passingRuns(now), earlier: earlierOf(before.map((one) => passingRuns(one))) }, WEEK);

describe("what got slower", () => {
  test("is told with both medians, what it costs, and its medians by week", () => {
    const [one, ...more] = found(steady(300, 20), [steady(200), steady(202), steady(199)]);
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      kind: "slower",
      subject: { job: "test", step: null },
      says: "Job test (ci.yml) takes 5 min 2 s where it took 3 min 22 s.",
      samples: 20,
      confidence: "high",
      trend: [
        { week: "2026-W45", value: 201 },
        { week: "2026-W46", value: 204 },
        { week: "2026-W47", value: 202 },
        { week: "2026-W48", value: 302 },
      ],
    });
    expect(one?.minutes).toBeCloseTo((100 * 20) / 60, 0);
  });

  test("L-028 one spike, or some of them, is no change", () => {
    const spikes = (count: number) => steady(200, 20).map((value, at) => (at < count ? 5_000 : value));
    for (const count of [1, 2, 5, 9]) expect(found(spikes(count), [steady(200), steady(200)])).toEqual([]);
  });

  test("L-028 a slow half of the week is no change, in whichever half it is", () => {
    const half = [...steady(400, 12), ...steady(200, 10)];
    expect(found(half, [steady(200), steady(200)])).toEqual([]);
    expect(found(half.toReversed(), [steady(200), steady(200)])).toEqual([]);
  });

  test("is above an absolute floor: some seconds of a short step, or a few per cent of a long one, are nothing", () => {
    expect(found(steady(14), [steady(5), steady(5)])).toEqual([]);
    expect(found(steady(1_100), [steady(1_000), steady(1_000)])).toEqual([]);
    expect(found(steady(1_200), [steady(1_000), steady(1_000)])).toHaveLength(1);
  });

  test("is no news where an earlier week was as slow", () => {
    expect(found(steady(300), [steady(300), steady(200), steady(200), steady(200)])).toEqual([]);
  });

  test("is not told of few results, or with nothing to compare", () => {
    expect(found(steady(300, 7), [steady(200), steady(200)])).toEqual([]);
    expect(found(steady(300), [steady(200, 6)])).toEqual([]);
    expect(found(steady(300), [])).toEqual([]);
  });

  test("is what gets faster never, and failed results do not count", () => {
    expect(found(steady(100), [steady(200), steady(200)])).toEqual([]);
    const runs = steady(900).map((seconds, index) =>
      observedRun(index, { attempts: [[{ seconds, conclusion: "failure" }]] }),
    );
    expect(
      findSlower({ runs, earlier: earlierOf([passingRuns(steady(200)), passingRuns(steady(200))]) }, WEEK),
    ).toEqual([]);
  });

  test("names the step that brought it in place of its job", () => {
    const of = (build: number) =>
      steady(0).map((_, index) =>
        observedRun(index, {
          attempts: [
            [
              {
                seconds: 100 + build + index,
                steps: [
                  { name: "Build", seconds: build + index },
                  { name: "Test", seconds: 100 },
                ],
              },
            ],
          ],
        }),
      );
    expect(findSlower({ runs: of(300), earlier: earlierOf([of(100), of(100)]) }, WEEK)).toMatchObject([
      { subject: { job: "test", step: "Build" } },
    ]);
  });

  test("is told falsely in at most one of a hundred repositories of twenty jobs whose times are noise", () => {
    let alarms = 0;
    const seeds = 400;
    for (let seed = 1; seed <= seeds; seed++) {
      const random = chance(seed);
      const week = () =>
        Array.from({ length: 20 }, (_, index) =>
          observedRun(index, {
            attempts: [
              Array.from({ length: 20 }, (_, job) => ({
                name: `job ${job}`,
                seconds: noisySeconds(random, 1)[0] ?? 0,
              })),
            ],
          }),
        );
      const runs = week();
      if (findSlower({ runs, earlier: earlierOf([week(), week(), week()]) }, WEEK).length > 0) alarms += 1;
    }
    expect(alarms / seeds).toBeLessThanOrEqual(0.01);
  });

  test("is told falsely of few repositories where whole weeks of runners are faster or slower by a tenth", () => {
    let alarms = 0;
    const seeds = 300;
    for (let seed = 1; seed <= seeds; seed++) {
      const random = chance(seed * 7_919);
      const week = () => {
        const pace = 0.9 + 0.2 * random();
        return passingRuns(noisySeconds(random, 30, 120 * pace));
      };
      const now = week();
      if (findSlower({ runs: now, earlier: earlierOf([week(), week(), week(), week()]) }, WEEK).length > 0)
        alarms += 1;
    }
    expect(alarms / seeds).toBeLessThanOrEqual(0.05);
  });

  test("finds a shift of half again in nearly every noisy job", () => {
    let hits = 0;
    const seeds = 200;
    for (let seed = 1; seed <= seeds; seed++) {
      const random = chance(seed * 104_729);
      const before = [0, 1, 2].map(() => noisySeconds(random, 25));
      if (found(noisySeconds(random, 25, 180), before).length > 0) hits += 1;
    }
    expect(hits / seeds).toBeGreaterThanOrEqual(0.95);
  });
});
