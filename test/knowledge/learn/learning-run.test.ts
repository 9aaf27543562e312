import { describe, expect, test } from "vitest";
import {
  isParked,
  LEARNING_RUN,
  type LearningRun,
  learningEvent,
  summaryOf,
  waitingJobs,
} from "../../../knowledge/learn/learning-run.ts";
import type { LedgerEvent } from "../../../knowledge/ports/ledger.ts";

const RECORDED = learningEvent("run.recorded", {
  run: "r1",
  at: "2026-01-05T00:00:00.000Z",
  commit: null,
  branch: "main",
  job: null,
  mode: "local",
  verdict: "fail",
  tests: { total: 1, passed: 0, failed: 1, errored: 0, skipped: 0, flaky: 0 },
  durationMs: null,
  title: "npm test",
  evidence: "e".repeat(64),
});
const ANALYSED = learningEvent("analysis.finished", { results: "a".repeat(64), causes: { timeout: 1 } });
const CURATED = learningEvent("curation.finished", {
  counts: { added: 1, confirmed: 0, superseded: 0, deprecated: 0, proposed: 0 },
  promoted: [],
  held: [{ record: "fact_1", reason: "needs-enrichment" }],
  confirmed: [],
  journal: [],
  overCap: [],
});
const PROPOSED = learningEvent("proposals.finished", { skipped: "no-eval-corpus" });
const FAILED = learningEvent("job.failed", { job: "curation", code: "internal", message: "no" });

function fold(...events: readonly LedgerEvent[]): LearningRun {
  return events
    .map((event, index) => ({ ...event, stream: "learning/r1", seq: index + 1, at: 0 }))
    .reduce<LearningRun>(LEARNING_RUN.apply, LEARNING_RUN.initial);
}

describe("the stream of a run", () => {
  test("what has not happened yet waits, in the order of the jobs", () => {
    expect(waitingJobs(fold())).toEqual([]);
    expect(waitingJobs(fold(RECORDED))).toEqual(["analysis", "curation", "proposals"]);
    expect(waitingJobs(fold(RECORDED, ANALYSED))).toEqual(["curation", "proposals"]);
    expect(waitingJobs(fold(RECORDED, ANALYSED, CURATED, PROPOSED))).toEqual([]);
  });

  test("three failures in a row park it; a job that is done forgets them", () => {
    expect(isParked(fold(RECORDED, FAILED, FAILED))).toBe(false);
    expect(isParked(fold(RECORDED, FAILED, FAILED, FAILED))).toBe(true);
    expect(isParked(fold(RECORDED, FAILED, FAILED, ANALYSED, FAILED))).toBe(false);
  });

  test("what was told first stands", () => {
    const other = learningEvent("analysis.finished", { results: "b".repeat(64), causes: {} });
    expect(fold(RECORDED, ANALYSED, other).analysis?.causes).toEqual({ timeout: 1 });
  });

  test("events and versions that nobody knows change nothing", () => {
    const state = fold(RECORDED);
    expect(fold(RECORDED, { type: "run.praised", v: 1, data: {} })).toEqual(state);
    expect(fold(RECORDED, { type: "toString", v: 1, data: {} })).toEqual(state);
    expect(fold(RECORDED, { ...ANALYSED, v: 2 })).toEqual(state);
  });

  test("the summary is what lists show, and says of parts that there is no run yet", () => {
    expect(summaryOf(fold(RECORDED, ANALYSED, CURATED))).toEqual({
      kind: "run",
      run: "r1",
      at: "2026-01-05T00:00:00.000Z",
      commit: null,
      branch: "main",
      job: null,
      mode: "local",
      verdict: "fail",
      tests: { total: 1, passed: 0, failed: 1, errored: 0, skipped: 0, flaky: 0 },
      durationMs: null,
      title: "npm test",
      causes: { timeout: 1 },
      learned: { added: 1, confirmed: 0, superseded: 0, deprecated: 0, proposed: 0, promoted: 0, held: 1 },
      waiting: ["proposals"],
      marks: [],
      parked: false,
    });
    const part = { part: 2, of: 3, digest: "d", evidence: "e", at: "2026-01-05T00:00:00.000Z", title: "x" };
    expect(summaryOf(fold(learningEvent("part.recorded", part)))).toEqual({ kind: "parts", parts: 1, of: 3 });
  });
});
