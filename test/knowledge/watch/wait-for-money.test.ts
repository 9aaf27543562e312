import { describe, expect, test } from "vitest";
import { applyWatch } from "../../../knowledge/watch/apply-watch.ts";
import { dutiesOfSummary } from "../../../knowledge/watch/duties-of.ts";
import { pullFacts } from "../../../knowledge/watch/pull-due.ts";
import { isWaiting, waitForMoney } from "../../../knowledge/watch/wait-for-money.ts";
import { dueAnswers, WATCH } from "../../../knowledge/watch/watch.ts";
import { type WatchEvents, type WatchEventType, watchEvent } from "../../../knowledge/watch/watch-events.ts";
import type { WatchState } from "../../../knowledge/watch/watch-state.ts";

const NOW = Date.UTC(2026, 0, 5, 10);
const HOUR = 60 * 60_000;
const iso = (at: number) => new Date(at).toISOString();

function happened<Type extends WatchEventType>(state: WatchState, type: Type, data: WatchEvents[Type]) {
  return applyWatch(state, { ...watchEvent(type, data), stream: "watch/acme.acme.shop", seq: 1, at: NOW });
}

const RED = happened(WATCH.initial, "ci.failed", {
  at: iso(NOW - HOUR),
  failure: "f-1",
  branch: "main",
  commit: "c1",
  checks: ["ci/test"],
  fingerprint: "p",
  lastGreen: null,
  answer: { kind: "triage", checks: ["ci/test"] },
});

const waits = (roomAt: string | null, state = RED, now = NOW) =>
  waitForMoney(state, { failure: "f-1", now, roomAt });

function refused(roomAt: string | null): WatchState {
  const [event] = waits(roomAt).events;
  return happened(RED, "answer.waits", event?.data as unknown as WatchEvents["answer.waits"]);
}

const duties = (state: WatchState, now: number) =>
  dutiesOfSummary(
    { ...pullFacts(state), due: dueAnswers(state) },
    { organisation: "acme", repository: "acme/shop", artifact: null, now, isGone: () => false },
  );

describe("an answer that no account can pay for", () => {
  test.each([
    ["until the account can pay", iso(NOW + 3 * HOUR), NOW + 3 * HOUR],
    ["for a day where that is further off", iso(NOW + 90 * HOUR), NOW + 24 * HOUR],
    ["for a day where it never can", null, NOW + 24 * HOUR],
    ["not at all where it could pay by now", iso(NOW - HOUR), NOW],
  ])("waits %s, and the event says until when", (_, roomAt, until) => {
    const { events, answer } = waits(roomAt);
    expect(answer).toBe(iso(until));
    expect(events).toEqual([
      watchEvent("answer.waits", { failure: "f-1", at: iso(NOW), until: iso(until), why: "money" }),
    ]);
  });

  test("is no duty before, and is one from then on", () => {
    const state = refused(iso(NOW + 3 * HOUR));
    expect(duties(RED, NOW)).toHaveLength(1);
    expect(duties(state, NOW + 3 * HOUR - 1)).toEqual([]);
    expect(duties(state, NOW + 3 * HOUR)).toMatchObject([{ kind: "triage", failure: "f-1" }]);
  });

  test("is told once while it waits, and again where it is refused after that", () => {
    const state = refused(iso(NOW + 3 * HOUR));
    expect(waits(iso(NOW + 5 * HOUR), state, NOW + HOUR)).toEqual({
      events: [],
      answer: iso(NOW + 3 * HOUR),
    });
    expect(waits(iso(NOW + 5 * HOUR), state, NOW + 3 * HOUR).answer).toBe(iso(NOW + 5 * HOUR));
  });

  test("ends its wait when somebody takes it on, and not when they give it back", () => {
    const state = refused(iso(NOW + 3 * HOUR));
    const claim = { failure: "f-1", holder: "here", at: iso(NOW) };
    const taken = happened(state, "answer.claimed", { ...claim, until: iso(NOW + HOUR) });
    expect(taken.failures[0]?.waits).toBeNull();
    const back = happened(state, "answer.claimed", { ...claim, until: iso(NOW) });
    expect(back.failures[0]?.waits?.until).toBe(iso(NOW + 3 * HOUR));
  });

  test("does not wait once it was answered, or where nobody knows it", () => {
    const done = happened(RED, "answer.done", {
      ...{ failure: "f-1", at: iso(NOW), issue: 7, url: null, micros: 0, refused: null },
    });
    expect(waits(null, done)).toEqual({ events: [], answer: null });
    expect(waits(null, WATCH.initial)).toEqual({ events: [], answer: null });
  });
});

test("a wait goes on up to its very end", () => {
  expect([isWaiting(null, NOW), isWaiting(iso(NOW), NOW), isWaiting(iso(NOW + 1), NOW)]).toEqual([
    ...[false, false, true],
  ]);
});
