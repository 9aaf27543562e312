import { describe, expect, test } from "vitest";
import {
  type ChangeEvents,
  type ChangeEventType,
  changeEvent,
} from "../../../knowledge/change/change-events.ts";
import { CHANGE_RUN, lastRun } from "../../../knowledge/change/change-run.ts";
import type { ChangeState } from "../../../knowledge/change/change-state.ts";
import type { Move } from "../../../knowledge/change/move.ts";
import { readyWhy } from "../../../knowledge/change/ready-why.ts";
import { withEvents } from "../../../knowledge/change/with-events.ts";
import { simulateChange } from "../../support/simulated-change.ts";

const AT = "2026-03-01T00:10:00.000Z";
const PLACE = { run: 1, step: "qa", round: 1 } as const;
const ATTEMPT = { ...PLACE, attempt: 1 } as const;
const READY = { run: 1, at: AT, head: "c0", why: "ci-failed" } as const;
const VERDICT = { word: "BLOCKED", question: "Which one?", by: "rule" } as const;

/** A run whose QA engineer is to work on failed checks. */
async function readyRun(): Promise<ChangeState> {
  const world = simulateChange({ hasBuilder: false, workflow: "change-quick" });
  const { state } = await world.start();
  return withEvents(state, [
    changeEvent("step.started", { ...PLACE, at: AT, head: "c0" }),
    changeEvent("ready", READY),
  ]);
}

const readyWith = <Type extends ChangeEventType>(state: ChangeState, type: Type, data: ChangeEvents[Type]) =>
  lastRun(withEvents(state, [changeEvent(type, data)]))?.ready;

describe("readiness", () => {
  test("is the last word on a run, and stands in its summary", async () => {
    const state = await readyRun();
    expect(lastRun(state)?.ready).toEqual({ at: AT, head: "c0", why: "ci-failed" });
    expect(CHANGE_RUN.summary?.of(state)).toMatchObject({ ready: { why: "ci-failed" }, waitingSince: AT });
    expect(readyWith(state, "ready", { ...READY, why: "to-person" })?.why).toBe("to-person");
  });

  test("is taken back by whatever comes of the run: another head, CI that runs, an answer, an end", async () => {
    const state = await readyRun();
    expect(readyWith(state, "head.moved", { ...PLACE, at: AT, from: "c0", to: "c1" })).toBeNull();
    expect(
      readyWith(state, "ci.seen", { ...PLACE, at: AT, head: "c0", outcome: "running", checks: ["test"] }),
    ).toBeNull();
    expect(
      readyWith(state, "attempt.ended", { ...ATTEMPT, at: AT, verdict: VERDICT, failures: [], effects: [] }),
    ).toBeNull();
    expect(
      readyWith(state, "step.handed-over", { ...PLACE, at: AT, by: "Ada", to: "person", note: null }),
    ).toBeNull();
    expect(readyWith(state, "run.ended", { run: 1, at: AT, outcome: "closed", why: "merged" })).toBeNull();
  });

  test("outlives a claim, so that a holder that dies leaves it", async () => {
    const state = await readyRun();
    const claim = { ...ATTEMPT, at: AT, holder: "one/1/a", until: AT, head: "c0" };
    expect(readyWith(state, "attempt.claimed", claim)?.why).toBe("ci-failed");
    expect(readyWith(state, "effect.begun", { run: 1, at: AT, key: "k", holder: "one/1/a" })?.why).toBe(
      "ci-failed",
    );
    const claimed = withEvents(state, [changeEvent("attempt.claimed", claim)]);
    expect(CHANGE_RUN.summary?.of(claimed)).toMatchObject({ claim: { holder: "one/1/a", until: AT } });
  });

  test("an event of another run than the live one changes nothing of it", async () => {
    const state = await readyRun();
    const of = changeEvent("run.ended", { run: 7, at: AT, outcome: "done", why: "done" });
    expect(lastRun(withEvents(state, [of]))?.ready?.why).toBe("ci-failed");
  });
});

describe("a move is a host's", () => {
  const step = { name: "qa" } as Extract<Move, { kind: "engage" }>["step"];
  const engage = { kind: "engage", step, place: PLACE, attempt: 1, head: "c0", consults: true } as const;
  const ended = (outcome: "done" | "person"): Move => ({
    kind: "advance",
    events: [{ type: "run.ended", outcome, why: "blocked" }],
  });
  const cases: readonly (readonly [string, Move, string | null])[] = [
    ["where checks failed", { ...engage, mode: "ci" }, "ci-failed"],
    ["where no CI reports", { ...engage, mode: "own-tests" }, "own-tests"],
    [
      "where something is to be written",
      { kind: "write", effect: { key: "k", what: "label", on: 7, labels: [] }, begunAt: null },
      "to-write",
    ],
    ["where a person is to be told", ended("person"), "to-person"],
    ["never where the run is done", ended("done"), null],
    ["never where CI is waited for", { kind: "wait", wait: { for: "ci", running: [], until: AT } }, null],
    ["never at its end", { kind: "finished" }, null],
  ];
  test.each(cases)("%s", (_, move, why) => {
    expect(readyWhy(move)).toBe(why);
  });
});
