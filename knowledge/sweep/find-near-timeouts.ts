import type { Found } from "./finding.ts";
import { jobKey, secondsOf } from "./job-results.ts";
import type { ObservedRepository } from "./observed.ts";
import type { ObservedRun } from "./observed-run.ts";
import { counted, lasting, minutesOf, percent, sayJob } from "./say-numbers.ts";
import { median } from "./statistics/median.ts";
import { wilsonBounds } from "./statistics/wilson.ts";
import { limitOf, USUAL_MINUTES } from "./time-limits.ts";

/** Part of its limit from which on a job or step is near it, and from which on it was ended by it. */
const NEAR = 0.8;
const ENDED = 0.99;
/** One that came near once is a spike. */
const FEWEST = 2;
const LINKS = 4;

interface Lasted {
  readonly path: string;
  readonly job: string;
  readonly step: string | null;
  readonly seconds: number;
  readonly conclusion: string;
  readonly url: string | null;
  readonly run: ObservedRun;
  readonly limitSeconds: number;
  readonly isSet: boolean;
}

/**
 * Jobs and steps that came near their time limit at least twice, or were ended by it: limits as the workflow files say,
 * and the forge's own where they say nothing. Where a file tells no single number, nothing is said. Pure.
 */
export function findNearTimeouts({
  runs,
  limits,
}: Pick<ObservedRepository, "runs" | "limits">): readonly Found[] {
  const lasted = runs.flatMap((run) => lastedIn(run, limits));
  const byPlace = Map.groupBy(lasted, (one) => JSON.stringify([jobKey(one), one.step]));
  return [...byPlace.values()].flatMap((all) => {
    const ended = all.filter(isEnded);
    const near = all.filter((one) => isEnded(one) || one.seconds >= one.limitSeconds * NEAR);
    return ended.length === 0 && near.length < FEWEST ? [] : [nearTimeout(all, near, ended)];
  });
}

function lastedIn(run: ObservedRun, limits: ObservedRepository["limits"]): readonly Lasted[] {
  return run.attempts.flatMap(({ jobs }) =>
    jobs.flatMap((timed): readonly Lasted[] => {
      const { path } = run;
      const { name: job, url } = timed;
      const limit = limitOf(limits, path, job);
      const isRead = limits.some((one) => one.path === path);
      const minutes = limit === null ? (isRead ? null : USUAL_MINUTES) : limit.minutes;
      const of = (
        step: string | null,
        part: Parameters<typeof secondsOf>[0] & { readonly conclusion: string | null },
        allowed: number | null,
        isSet: boolean,
      ): readonly Lasted[] => {
        const seconds = secondsOf(part);
        const { conclusion } = part;
        if (seconds === null || allowed === null || conclusion === null || conclusion === "skipped")
          return [];
        return [{ path, job, step, seconds, conclusion, url, run, limitSeconds: allowed * 60, isSet }];
      };
      const steps = timed.steps.flatMap((step) => {
        const own = limit?.steps.find(({ name }) => name === step.name);
        return own === undefined ? [] : of(step.name, step, own.minutes, true);
      });
      return [...of(null, timed, minutes, limit?.isSet ?? false), ...steps];
    }),
  );
}

/** A job that ran into its limit is told as cancelled, as one that a person stopped; only the time tells them apart. */
function isEnded({ seconds, limitSeconds, conclusion }: Lasted): boolean {
  return conclusion === "timed_out" || (conclusion !== "success" && seconds >= limitSeconds * ENDED);
}

function nearTimeout(all: readonly Lasted[], near: readonly Lasted[], ended: readonly Lasted[]): Found {
  const { path, job, step, limitSeconds, isSet } = all[0] as Lasted;
  const what = step === null ? sayJob(job, path) : `Step ${step} of ${sayJob(job, path)}`;
  const longest = Math.max(...all.map(({ seconds }) => seconds));
  const lost = ended.reduce((sum, { seconds }) => sum + seconds, 0);
  const close = near.filter((one) => !ended.includes(one));
  const risk = close.reduce((sum, one) => sum + one.seconds * (one.seconds / limitSeconds - NEAR), 0);
  const bounds = wilsonBounds(near.length, all.length);
  const says =
    ended.length > 0
      ? `${what} was ended by its limit of ${lasting(limitSeconds)} ${counted(ended.length, "time")} of ${all.length}.`
      : `${what} came within ${percent(1 - NEAR)} of its limit of ${lasting(limitSeconds)} ${near.length} times of ${all.length}.`;
  return {
    kind: "near-timeout",
    subject: { path, job, step },
    says,
    evidence: [
      `Median ${lasting(median(all.map(({ seconds }) => seconds)) ?? 0)}, longest ${lasting(longest)}, of ${counted(all.length, "result")}.`,
      isSet
        ? "The workflow's file sets the limit."
        : `No limit is set: the forge's own, ${lasting(limitSeconds)}, holds.`,
    ],
    samples: all.length,
    rate: { found: near.length, all: all.length, bounds },
    minutes: (lost + risk) / 60,
    reruns: ended.length,
    cost:
      ended.length > 0
        ? `${minutesOf(lost)} until it was ended${close.length > 0 ? `, and ${minutesOf(risk)} at risk` : ""}`
        : `${minutesOf(risk)} at risk: what it took, by how much of the last fifth of the limit was used`,
    confidence:
      ended.length >= FEWEST || near.length > FEWEST ? "high" : near.length === FEWEST ? "medium" : "low",
    links: near
      .slice(0, LINKS)
      .flatMap(({ url, seconds }) => (url === null ? [] : [{ text: lasting(seconds), url }])),
    trend: [],
  };
}
