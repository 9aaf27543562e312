import type { Facts } from "./facts.ts";
import { wallTime } from "./wall-clock.ts";

/** Something that must hold of a simulated world; each line of the answer says where it does not. */
export interface Bar {
  readonly name: string;
  readonly check: (facts: Facts) => readonly string[];
}

const MINUTE = 60_000;
const WEEK = 7 * 24 * 60 * MINUTE;
/** A red tip that stands this long while the forge answers is seen. */
const SEEN_WITHIN = 60 * MINUTE;
const SWEPT_AT_HOUR = 7;
const MONDAY = 1;

export const BARS = [
  {
    name: "one triage per failure",
    check: ({ failures }) =>
      failures.flatMap((one) => {
        const place = `${one.repository} ${one.failure}`;
        return [
          ...(one.done.length > 1 ? [`${place} was said to be done ${one.done.length} times`] : []),
          ...(one.decided > 1 ? [`${place} was decided ${one.decided} times`] : []),
          ...(one.decided > 0 && one.answer.kind !== "triage"
            ? [`${place} was decided and is no triage`]
            : []),
        ];
      }),
  },
  {
    name: "no failure is triaged twice",
    check: ({ failures }) => {
      const triages = Map.groupBy(
        failures.filter(({ answer }) => answer.kind === "triage"),
        ({ repository, commit }) => `${repository}@${commit}`,
      );
      return [...triages].flatMap(([tip, at]) =>
        at.flatMap((one, index) =>
          at
            .slice(index + 1)
            .filter((other) => other.checks.some((check) => one.checks.includes(check)))
            .filter((other) => !openedNothing(one) || other.at - one.at < 24 * 60 * MINUTE)
            .map((other) => `${tip} was triaged by ${one.failure} and ${other.failure} for the same check`),
        ),
      );
    },
  },
  {
    name: "no failure is unanswered",
    check: ({ failures, reds }) => {
      const raised = Map.groupBy(failures, ({ repository, commit }) => `${repository}@${commit}`);
      return [
        ...failures
          .filter(({ answer, done, lost }) => answer.kind !== "none" && done.length === 0 && !lost)
          .map(
            ({ repository, failure, answer }) =>
              `${repository} ${failure} (${answer.kind}) was never answered`,
          ),
        ...reds
          .filter(({ from, until }) => until - from >= SEEN_WITHIN)
          .filter(({ repository, commit }) => !raised.has(`${repository}@${commit}`))
          .map(
            ({ repository, commit, from }) =>
              `${repository}@${commit} was red at ${iso(from)} and never raised`,
          ),
      ];
    },
  },
  {
    name: "no issue twice",
    check: ({ issues, failures, sweeps }) => {
      const told = new Map<string, number>();
      const count = (place: string) => void told.set(place, (told.get(place) ?? 0) + 1);
      for (const { repository, answer, done } of failures)
        for (const { issue } of done)
          if (answer.kind === "triage" && issue !== null) count(`${repository}#${issue}`);
      for (const { issue, issueIn } of sweeps) if (issue !== null) count(`${issueIn}#${issue}`);
      return [
        ...twice(issues.map(({ repository, key }) => `${repository} ${key}`)),
        ...issues
          .filter(({ repository, number }) => !told.has(`${repository}#${number}`))
          .map(({ repository, number }) => `${repository}#${number} was opened and nothing tells of it`),
        ...[...told]
          .filter(([, times]) => times > 1)
          .map(([place, times]) => `${place} answers ${times} times`),
      ];
    },
  },
  {
    name: "no comment twice",
    check: ({ comments }) => twice(comments.map(({ repository, key }) => `${repository} ${key}`)),
  },
  {
    name: "no request twice",
    check: ({ requests, toldRequests }) => {
      const told = new Set(toldRequests.map(({ repository, number }) => `${repository}#${number}`));
      const byBranch = Map.groupBy(requests, ({ repository, branch }) => `${repository} ${branch}`);
      return [
        ...requests
          .filter(({ repository, number }) => !told.has(`${repository}#${number}`))
          .map(({ repository, number }) => `${repository}#${number} was opened and nothing tells of it`),
        ...[...byBranch].flatMap(([branch, at]) =>
          at.flatMap((one, index) =>
            at
              .slice(index + 1)
              .filter((other) => areOpenAtOnce(one, other))
              .map((other) => `${branch} has ${one.number} and ${other.number} open at once`),
          ),
        ),
      ];
    },
  },
  {
    name: "the week's money is never exceeded",
    check: ({ spends, weekMicros }) =>
      [...Map.groupBy(spends, ({ organisation }) => organisation)].flatMap(([organisation, theirs]) => {
        const sorted = theirs.toSorted((a, b) => a.at - b.at);
        return sorted.flatMap(({ at }) => {
          const micros = sorted
            .filter((one) => one.at <= at && one.at > at - WEEK)
            .reduce((sum, one) => sum + one.micros, 0);
          return micros > weekMicros ? [`${organisation} spent ${micros} in the week up to ${iso(at)}`] : [];
        });
      }),
  },
  {
    name: "the money of a run is given back or counted",
    check: ({ reservations, spends, end }) => {
      const spent = new Map<string, number>();
      for (const { run, micros } of spends) spent.set(run, (spent.get(run) ?? 0) + micros);
      const counted = new Map<string, number>();
      for (const { run, end: ended, capMicros } of reservations)
        if (run !== null) counted.set(run, (counted.get(run) ?? 0) + (ended?.micros ?? capMicros));
      return [
        ...reservations
          .filter(({ end: ended, expiresAt }) => ended === null && expiresAt > end)
          .map(({ account, id }) => `${id} of ${account} is neither given back nor counted`),
        ...[...spent]
          .filter(([run, micros]) => micros > (counted.get(run) ?? 0))
          .map(([run, micros]) => `${run} spent ${micros} and ${counted.get(run) ?? 0} of it is counted`),
      ];
    },
  },
  {
    name: "nothing is written to a default branch",
    check: ({ moved }) => moved.map(({ repository, at }) => `${repository} was moved at ${iso(at)}`),
  },
  {
    name: "nothing is written to a lost repository or the platform's",
    check: ({ writes }) =>
      writes
        .filter(({ lost, platform }) => lost || platform)
        .map(
          ({ repository, what, at, lost }) =>
            `${what} to ${repository} (${lost ? "lost" : "platform"}) at ${iso(at)}`,
        ),
  },
  {
    name: "a product is swept once a week, on Monday at seven",
    check: ({ sweeps, weeks }) => {
      const swept = new Map(sweeps.map((one) => [`${one.stream} ${one.week}`, one]));
      return [
        ...weeks.flatMap(({ stream, week }) => {
          const times = swept.get(`${stream} ${week}`)?.doneAt.length ?? 0;
          return times === 1 ? [] : [`${stream} ${week} was swept ${times} times`];
        }),
        ...sweeps.flatMap(({ stream, timeZone, week, claimedAt }) => {
          const [first] = claimedAt.toSorted((a, b) => a - b);
          const wall = wallTime((first ?? 0) + MINUTE, timeZone);
          const isEarly = wall.weekday === MONDAY && wall.hour < SWEPT_AT_HOUR;
          return isEarly ? [`${stream} ${week} was begun on ${wall.day} at ${wall.hour}:${wall.minute}`] : [];
        }),
      ];
    },
  },
  {
    name: "where nothing differs a look tells nothing",
    check: ({ unquiet }) =>
      unquiet.map(({ repository, at, events }) => `${repository} at ${iso(at)}: ${events.join(", ")}`),
  },
  {
    name: "no fault of ours",
    check: ({ faults }) =>
      faults.map(({ lambda, code, message, at }) => `${lambda} at ${iso(at)}: ${code}: ${message}`),
  },
] as const satisfies readonly Bar[];

function openedNothing({ done }: Facts["failures"][number]): boolean {
  return done.length > 0 && done.every(({ issue }) => issue === null);
}

function areOpenAtOnce(one: Facts["requests"][number], other: Facts["requests"][number]): boolean {
  const isBefore = (from: number, until: number | null) => until === null || from < until;
  return one.open.some((a) => other.open.some((b) => isBefore(a.from, b.until) && isBefore(b.from, a.until)));
}

function twice(places: readonly string[]): readonly string[] {
  const seen = Map.groupBy(places, (place) => place);
  return [...seen]
    .filter(([, all]) => all.length > 1)
    .map(([place, all]) => `${place} is there ${all.length} times`);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
