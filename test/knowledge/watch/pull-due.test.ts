import { describe, expect, test } from "vitest";
import { pullRange } from "../../../knowledge/pull/choose-runs.ts";
import { isPullDue, type PullFacts, pullFacts } from "../../../knowledge/watch/pull-due.ts";
import { WATCH } from "../../../knowledge/watch/watch.ts";
import { type PulledRun, type WatchEvents, watchEvent } from "../../../knowledge/watch/watch-events.ts";
import { KEPT_RUNS, KEPT_TROUBLES, type WatchState } from "../../../knowledge/watch/watch-state.ts";

const NOW = Date.UTC(2026, 0, 10, 12);
const HOUR = 60 * 60_000;
const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

const facts = (change: Partial<PullFacts> = {}): PullFacts => ({
  commit: "t1",
  outcome: "passed",
  evidence: null,
  evidenceFailed: null,
  lost: null,
  ...change,
});

describe("what the runs left is due to be read", () => {
  test.each([
    ["a tip where CI passed", {}, true],
    ["a tip where CI failed", { outcome: "failed" }, true],
    ["a tip that is neither", { outcome: "unclear" }, true],
    ["a tip where CI runs", { outcome: "running" }, false],
    ["a tip without CI", { outcome: "none" }, false],
    ["no tip", { commit: null, outcome: null }, false],
    ["a repository that is lost", { lost: "missing" }, false],
    ["a tip that was read", { evidence: { tip: "t1", done: true } }, false],
    ["a tip of which some is left", { evidence: { tip: "t1", done: false } }, true],
    ["a tip after the one that was read", { evidence: { tip: "t0", done: true } }, true],
    ["a tip that could not be read just now", { evidenceFailed: { tip: "t1", at: at(-23.9) } }, false],
    ["a tip that could not be read a day ago", { evidenceFailed: { tip: "t1", at: at(-24) } }, true],
    ["a tip after one that could not be read", { evidenceFailed: { tip: "t0", at: at(-1) } }, true],
  ] as const)("%s: %o is %s", (_, change, due) => {
    expect(isPullDue(facts(change), NOW)).toBe(due);
  });
});

describe("what is known of it", () => {
  const pulled = (change: Partial<WatchEvents["evidence.pulled"]> = {}): WatchEvents["evidence.pulled"] => ({
    at: at(0),
    tip: "t1",
    since: at(-24),
    until: at(0),
    runs: [],
    done: true,
    ...change,
  });
  const ran = (id: number, createdAt = at(-1)): PulledRun => ({
    id,
    attempt: 1,
    createdAt,
    learned: ["r"],
    why: null,
  });
  const folded = (...events: readonly ReturnType<typeof watchEvent>[]): WatchState =>
    events.reduce(
      (state, event) => WATCH.apply(state, { ...event, stream: "", seq: 1, at: NOW }),
      WATCH.initial,
    );

  test("the runs of the last day, where the first began, and what the summary needs", () => {
    const state = folded(
      watchEvent("evidence.pulled", pulled({ since: at(-9), runs: [ran(1, at(-9)), ran(2)] })),
      watchEvent(
        "evidence.pulled",
        pulled({ since: at(-24), until: at(16), tip: "t2", runs: [ran(3, at(15))], done: false }),
      ),
    );
    expect(state.evidence).toEqual({
      tip: "t2",
      done: false,
      since: at(-9),
      until: at(16),
      runs: [
        { id: 2, attempt: 1, createdAt: at(-1) },
        { id: 3, attempt: 1, createdAt: at(15) },
      ],
      begun: null,
      troubles: [],
    });
    expect(WATCH.summary?.of(state)).toMatchObject({
      evidence: { tip: "t2", done: false },
      evidenceFailed: null,
    });
  });

  test("a failure, until it was read; both go with the branch", () => {
    const failed = watchEvent("evidence.failed", { at: at(1), tip: "t1", code: "forge_denied" });
    const state = folded(watchEvent("evidence.pulled", pulled({ tip: "t0" })), failed);
    expect(pullFacts(state)).toMatchObject({ evidence: { tip: "t0" }, evidenceFailed: { tip: "t1" } });
    expect(folded(failed, watchEvent("evidence.pulled", pulled())).evidenceFailed).toBeNull();
    const moved = watchEvent("branch.changed", { at: at(2), from: "main", to: "next" });
    expect(folded(watchEvent("evidence.pulled", pulled()), failed, moved)).toMatchObject({
      evidence: null,
      evidenceFailed: null,
    });
  });

  test("no more runs than are kept, and nothing is looked for any more that was begun with one that is not", () => {
    const many = Array.from({ length: KEPT_RUNS + 10 }, (_, index) => ran(index, at(-2 + index / 3600)));
    const { evidence } = folded(watchEvent("evidence.pulled", pulled({ runs: many })));
    expect(evidence?.runs).toHaveLength(KEPT_RUNS);
    expect(evidence?.runs.at(-1)?.id).toBe(KEPT_RUNS + 9);
    if (evidence === null) throw new Error("nothing was pulled");
    const { since } = pullRange(evidence, NOW);
    expect(since > String(many[9]?.createdAt) && since < String(many[10]?.createdAt)).toBe(true);
    const late = ran(-1, at(-1.9));
    const after = folded(watchEvent("evidence.pulled", pulled({ runs: [...many, late] }))).evidence;
    expect([after?.runs[0]?.id, after?.runs.some(({ id }) => id === -1)]).toEqual([11, true]);
  });

  test("how often a run failed or was begun and told no end of, until it was read or its day is over", () => {
    const begun = (id: number) => ({ id, attempt: 1, createdAt: at(-1) });
    const began = (id: number, runs: readonly PulledRun[] = []) =>
      watchEvent("evidence.pulled", pulled({ done: false, begun: begun(id), runs }));
    const failed = (id: number) =>
      watchEvent("evidence.failed", { at: at(1), tip: "t1", code: "forge_missing", run: begun(id) });
    const ended = watchEvent("evidence.pulled", pulled({ done: false }));
    const troubles = (...events: readonly ReturnType<typeof watchEvent>[]) =>
      folded(...events).evidence?.troubles;
    expect(troubles(began(1))).toEqual([]);
    expect(troubles(began(1), ended, began(1))).toEqual([]);
    expect(troubles(began(1), began(1))).toMatchObject([{ id: 1, times: 1, code: "interrupted" }]);
    expect(troubles(began(1), began(2))).toMatchObject([{ id: 1, times: 1 }]);
    expect(troubles(began(1), began(2, [ran(1)]))).toEqual([]);
    const both = [began(1), began(1), ended, failed(1)] as const;
    expect(troubles(...both)).toMatchObject([{ id: 1, times: 2, code: "forge_missing" }]);
    expect(troubles(...both, watchEvent("evidence.pulled", pulled({ runs: [ran(1)] })))).toEqual([]);
    expect(troubles(...both, watchEvent("evidence.pulled", pulled({ until: at(24) })))).toEqual([]);
    const many = Array.from({ length: KEPT_TROUBLES + 3 }, (_, id) => failed(id));
    expect(troubles(ended, ...many)).toHaveLength(KEPT_TROUBLES);
  });
});
