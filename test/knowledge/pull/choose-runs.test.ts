import { describe, expect, test } from "vitest";
import type { DatedRun } from "../../../knowledge/ports/ci-feed.ts";
import { chooseRuns, MOST_RUNS, pullRange } from "../../../knowledge/pull/choose-runs.ts";
import type { PulledEvidence } from "../../../knowledge/watch/watch-state.ts";

const NOW = Date.UTC(2026, 0, 10, 12);
const HOUR = 60 * 60_000;
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

const run = (id: number, change: Partial<DatedRun> = {}): DatedRun => ({
  id,
  name: "CI",
  path: ".github/workflows/ci.yml",
  event: "push",
  commit: "c",
  attempt: 1,
  conclusion: "success",
  url: "https://forge.example/1",
  createdAt: at(-20 + id / 100),
  ...change,
});

const pulled = (change: Partial<PulledEvidence> = {}): PulledEvidence => ({
  tip: "t",
  done: true,
  since: at(-100),
  until: at(-1),
  runs: [],
  begun: null,
  troubles: [],
  ...change,
});

const ids = (runs: readonly DatedRun[]) => runs.map(({ id }) => id);

describe("when runs are looked for", () => {
  test("the first time the last day, later from a day before the last time on", () => {
    expect(pullRange(null, NOW)).toMatchObject({ since: at(-24), until: at(0) });
    expect(pullRange(pulled(), NOW)).toMatchObject({ since: at(-25), until: at(0) });
  });

  test("never before what the first time began with; up to an hour ahead, should the forge's clock be", () => {
    expect(pullRange(pulled({ since: at(-2) }), NOW)).toMatchObject({ since: at(-2), askedUntil: at(1) });
  });
});

describe("which of them are read", () => {
  test("oldest first those that have ended, of this repository's own events alone, and of none that a person began", () => {
    const found = [
      run(5),
      run(1),
      run(2, { conclusion: null }),
      run(3, { event: "pull_request" }),
      run(4, { event: "pull_request_target" }),
      run(6, { event: "workflow_run" }),
      run(7, { event: "schedule", conclusion: "cancelled" }),
      run(8, { event: "workflow_dispatch" }),
      run(9, { conclusion: "skipped" }),
    ];
    expect(ids(chooseRuns(found, pulled(), { since: at(-25) }).runs)).toEqual([1, 5, 7]);
  });

  test("each attempt once", () => {
    const read = [{ id: 1, attempt: 1, createdAt: at(-2) }];
    const found = [run(1), run(2), run(1, { attempt: 2 })];
    expect(chooseRuns(found, pulled({ runs: read }), { since: at(-25) }).runs).toEqual([found[2], found[1]]);
  });

  test("the first time the newest of them and what is older never; later the oldest, and the others the next time", () => {
    const found = Array.from({ length: MOST_RUNS + 3 }, (_, index) => run(index + 1));
    const first = chooseRuns(found, null, { since: at(-24) });
    expect([ids(first.runs)[0], first.runs.length, first.left]).toEqual([4, MOST_RUNS, 0]);
    expect(first.since).toBe(found[3]?.createdAt);
    const later = chooseRuns(found, pulled(), { since: at(-25) });
    expect([ids(later.runs)[0], later.runs.length, later.left]).toEqual([1, MOST_RUNS, 3]);
    expect(later.since).toBe(at(-25));
    expect(chooseRuns(found.slice(0, 2), null, { since: at(-24) }).since).toBe(at(-24));
  });
});
