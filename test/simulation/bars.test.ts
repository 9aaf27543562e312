import { expect, test } from "vitest";
import { BARS } from "./bars.ts";
import type { Facts, FailureFact, SweepFact } from "./facts.ts";

const NOON = Date.UTC(2026, 2, 2, 12);
const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
/** Monday at seven in Berlin, in winter. */
const SEVEN = Date.UTC(2026, 2, 2, 6);
const RUN = "triage-acme.acme.shop.f1";

const FAILURE: FailureFact = {
  repository: "acme/shop",
  failure: "f1",
  at: NOON,
  commit: "c1",
  checks: ["github-actions/unit"],
  answer: { kind: "triage", checks: ["github-actions/unit"] },
  done: [{ issue: 7, refused: null }],
  decided: 1,
  lost: false,
};

const SWEEP: SweepFact = {
  stream: "sweep/acme.shop",
  timeZone: "Europe/Berlin",
  week: "2026-W09",
  claimedAt: [SEVEN + 5_000],
  doneAt: [SEVEN + 60_000],
  issue: 8,
  issueIn: "acme/shop",
};

/** A world in which all is well. */
const WELL: Facts = {
  end: NOON + 30 * DAY,
  failures: [FAILURE],
  issues: [
    { repository: "acme/shop", number: 7, of: "triage", key: "k7" },
    { repository: "acme/shop", number: 8, of: "sweep", key: "k8" },
  ],
  comments: [{ repository: "acme/shop", key: "a1" }],
  requests: [
    {
      repository: "acme/shop",
      number: 9,
      branch: "assay/sweep/1",
      open: [{ from: NOON, until: NOON + DAY }],
    },
  ],
  toldRequests: [{ repository: "acme/shop", number: 9 }],
  reds: [{ repository: "acme/shop", commit: "c1", from: NOON, until: NOON + 2 * HOUR }],
  spends: [{ organisation: "acme", at: NOON, micros: 400_000, run: RUN }],
  reservations: [
    {
      account: "group@acme.qa",
      id: "r1",
      run: RUN,
      at: NOON,
      expiresAt: NOON + DAY,
      capMicros: 2_000_000,
      end: { at: NOON + HOUR, micros: 400_000 },
    },
  ],
  weekMicros: 15_000_000,
  moved: [],
  writes: [{ at: NOON, repository: "acme/shop", what: "POST /repos/_/issues", platform: false, lost: false }],
  sweeps: [SWEEP],
  weeks: [{ stream: SWEEP.stream, week: SWEEP.week }],
  unquiet: [],
  faults: [],
};

const [RESERVATION] = WELL.reservations as [Facts["reservations"][number]];
const [REQUEST] = WELL.requests as [Facts["requests"][number]];
const [WRITE] = WELL.writes as [Facts["writes"][number]];

/** A planted fault a row, and the bar that has to see it. */
const FAULTS: readonly (readonly [what: string, bar: string, facts: Partial<Facts>])[] = [
  [
    "a failure done twice",
    "one triage per failure",
    { failures: [{ ...FAILURE, done: [...FAILURE.done, { issue: 7, refused: null }] }] },
  ],
  ["a failure decided twice", "one triage per failure", { failures: [{ ...FAILURE, decided: 2 }] }],
  [
    "a comment that was decided on",
    "one triage per failure",
    {
      failures: [
        FAILURE,
        {
          ...FAILURE,
          failure: "f2",
          answer: { kind: "comment", issue: 7 },
          done: [{ issue: 7, refused: null }],
        },
      ],
    },
  ],
  [
    "two triages of one check at one tip",
    "no failure is triaged twice",
    {
      failures: [
        FAILURE,
        { ...FAILURE, failure: "f2", at: NOON + HOUR, done: [{ issue: 8, refused: null }] },
      ],
    },
  ],
  [
    "a flake that is triaged again within its day",
    "no failure is triaged twice",
    {
      failures: [
        { ...FAILURE, done: [{ issue: null, refused: null }] },
        { ...FAILURE, failure: "f2", at: NOON + 23 * HOUR, done: [{ issue: 7, refused: null }] },
      ],
    },
  ],
  ["a failure without an answer", "no failure is unanswered", { failures: [{ ...FAILURE, done: [] }] }],
  [
    "a red tip that nobody raised",
    "no failure is unanswered",
    { reds: [{ ...WELL.reds[0]!, commit: "c2" }] },
  ],
  [
    "an issue of which nothing tells",
    "no issue twice",
    { issues: [...WELL.issues, { ...WELL.issues[0]!, number: 10, key: "k10" }] },
  ],
  [
    "two issues of one mark",
    "no issue twice",
    { issues: [...WELL.issues, { ...WELL.issues[0]!, number: 8 }] },
  ],
  [
    "one issue for two failures",
    "no issue twice",
    { failures: [FAILURE, { ...FAILURE, failure: "f2", commit: "c2" }] },
  ],
  ["a comment twice", "no comment twice", { comments: [...WELL.comments, ...WELL.comments] }],
  ["a request of which nothing tells", "no request twice", { toldRequests: [] }],
  [
    "two requests open at once",
    "no request twice",
    {
      requests: [REQUEST, { ...REQUEST, number: 10, open: [{ from: NOON + HOUR, until: null }] }],
      toldRequests: [...WELL.toldRequests, { repository: "acme/shop", number: 10 }],
    },
  ],
  [
    "one opened again beside another",
    "no request twice",
    {
      requests: [
        { ...REQUEST, open: [...REQUEST.open, { from: NOON + 2 * DAY, until: NOON + 3 * DAY }] },
        { ...REQUEST, number: 10, open: [{ from: NOON + DAY, until: null }] },
      ],
      toldRequests: [...WELL.toldRequests, { repository: "acme/shop", number: 10 }],
    },
  ],
  [
    "more than the week's money in seven days that are no calendar week",
    "the week's money is never exceeded",
    {
      spends: [0, 3, 6.9].map((days) => ({
        organisation: "acme",
        at: NOON + days * DAY,
        micros: 5_100_000,
        run: RUN,
      })),
      reservations: [{ ...RESERVATION, end: { at: NOON, micros: 15_300_000 } }],
    },
  ],
  [
    "money that a killed worker holds",
    "the money of a run is given back or counted",
    { reservations: [{ ...RESERVATION, expiresAt: NOON + 31 * DAY, end: null }] },
  ],
  [
    "money that was spent and given back",
    "the money of a run is given back or counted",
    { reservations: [{ ...RESERVATION, end: { at: NOON, micros: 0 } }] },
  ],
  [
    "a default branch that moved",
    "nothing is written to a default branch",
    { moved: [{ repository: "acme/shop", at: NOON }] },
  ],
  [
    "a write to a lost repository",
    "nothing is written to a lost repository or the platform's",
    { writes: [{ ...WRITE, lost: true }] },
  ],
  [
    "a write to the platform's",
    "nothing is written to a lost repository or the platform's",
    { writes: [{ ...WRITE, platform: true }] },
  ],
  ["a week that was not swept", "a product is swept once a week, on Monday at seven", { sweeps: [] }],
  [
    "a week that was swept twice",
    "a product is swept once a week, on Monday at seven",
    { sweeps: [{ ...SWEEP, doneAt: [SEVEN, SEVEN + DAY] }] },
  ],
  [
    "a sweep at seven by the clock of winter, in summer an hour early",
    "a product is swept once a week, on Monday at seven",
    {
      sweeps: [
        {
          ...SWEEP,
          week: "2026-W13",
          claimedAt: [Date.UTC(2026, 2, 30, 4)],
          doneAt: [Date.UTC(2026, 2, 30, 5)],
        },
      ],
      weeks: [{ ...WELL.weeks[0]!, week: "2026-W13" }],
    },
  ],
  [
    "a look that told what was to be quiet",
    "where nothing differs a look tells nothing",
    { unquiet: [{ repository: "acme/shop", at: NOON, events: ["head.seen"] }] },
  ],
  [
    "a fault of ours",
    "no fault of ours",
    { faults: [{ at: NOON, lambda: "watch", code: "internal", message: "x" }] },
  ],
];

test("where all is well every bar holds", () => {
  for (const { name, check } of BARS) expect([name, check(WELL)]).toEqual([name, []]);
});

test.each(FAULTS)("%s is seen by: %s", (_, bar, facts) => {
  const check = BARS.find(({ name }) => name === bar)?.check;
  expect(check?.({ ...WELL, ...facts })).not.toEqual([]);
});

test("every bar has a planted fault", () => {
  const seen = new Set(FAULTS.map(([, bar]) => bar));
  expect(BARS.filter(({ name }) => !seen.has(name))).toEqual([]);
});

test("what is no fault: a sweep made up on Tuesday, a lost repository's failure, a triage after a flake's day, a short red, a request opened again once the next one was closed", () => {
  const facts: Facts = {
    ...WELL,
    sweeps: [{ ...SWEEP, claimedAt: [SEVEN + DAY], doneAt: [SEVEN + DAY] }],
    failures: [
      { ...FAILURE, done: [{ issue: null, refused: null }] },
      { ...FAILURE, failure: "f2", at: NOON + 25 * HOUR },
      { ...FAILURE, failure: "f3", commit: "c3", done: [], lost: true },
    ],
    reds: [...WELL.reds, { ...WELL.reds[0]!, commit: "c4", until: NOON + HOUR / 2 }],
    requests: [
      { ...REQUEST, open: [...REQUEST.open, { from: NOON + 3 * DAY, until: NOON + 4 * DAY }] },
      { ...REQUEST, number: 10, open: [{ from: NOON + 2 * DAY, until: NOON + 3 * DAY }] },
    ],
    toldRequests: [...WELL.toldRequests, { repository: "acme/shop", number: 10 }],
  };
  for (const { name, check } of BARS) expect([name, check(facts)]).toEqual([name, []]);
});
