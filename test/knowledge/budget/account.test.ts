import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { ACCOUNT, spentAt, spentInAll } from "../../../knowledge/budget/account.ts";
import { accountStream, type MoneyPlace } from "../../../knowledge/budget/account-events.ts";
import type { MoneyLimits } from "../../../knowledge/budget/money-room.ts";
import { readAccount } from "../../../knowledge/budget/read-account.ts";
import { RESERVATION_MS, reserve } from "../../../knowledge/budget/reserve.ts";
import { release, settle } from "../../../knowledge/budget/settle.ts";
import { roomAt, WEEK_MS, weekSpend } from "../../../knowledge/budget/week-window.ts";
import { rebuildSummaries } from "../../../knowledge/ledger/rebuild-summaries.ts";
import { countingIds } from "../../support/counting-ids.ts";
import { movingClock } from "../../support/moving-clock.ts";

const NO_LIMITS: MoneyLimits = { attemptMicros: null, runMicros: null, weekMicros: null };
const PLACE: MoneyPlace = { run: "r1", step: "qa", round: 1, attempt: 1 };
const WHO = { purpose: "engineer", model: "anthropic/claude-opus-5", by: null };

function account() {
  const clock = movingClock();
  const deps = { clock, ids: countingIds(), ledger: memoryLedger(clock) };
  return {
    clock,
    ledger: deps.ledger,
    ask: (micros: number, limits: Partial<MoneyLimits> = {}, place: Partial<MoneyPlace> = {}, rest = {}) =>
      reserve(
        deps,
        "a",
        { ...WHO, place: { ...PLACE, ...place }, micros, ...rest },
        { ...NO_LIMITS, ...limits },
      ),
    settle: (id: string, micros: number) =>
      settle(deps, "a", id, {
        micros,
        usage: { input: 10, cacheRead: 0, cacheWrite: 0, output: 5, told: true },
        latencyMs: 7,
      }),
    release: (id: string) => release(deps, "a", id),
    state: () => readAccount(deps.ledger, "a"),
  };
}

async function idOf(asked: Promise<{ kind: string; id?: string }>): Promise<string> {
  const { id } = await asked;
  if (id === undefined) throw new Error("it was refused");
  return id;
}

describe("a reservation", () => {
  test("counts as spent until it is settled, then with what it cost", async () => {
    const { ask, settle, state } = account();
    const id = await idOf(ask(1_000));
    expect(spentInAll(await state()).micros).toBe(1_000);
    expect(await settle(id, 400)).toEqual({ kind: "settled", micros: 400, overMicros: 0 });
    expect(spentInAll(await state())).toMatchObject({ micros: 400, calls: 1, input: 10, output: 5 });
  });

  test("settled twice counts once, and the first word stands", async () => {
    const { ask, settle, release, state } = account();
    const id = await idOf(ask(1_000));
    await settle(id, 400);
    expect(await settle(id, 900)).toEqual({ kind: "already", micros: 400, overMicros: 0 });
    expect(await release(id)).toMatchObject({ kind: "already", micros: 400 });
    expect(spentInAll(await state()).micros).toBe(400);
  });

  test("released costs nothing, twice too; what cost something after all is recorded", async () => {
    const { ask, settle, release, state } = account();
    const id = await idOf(ask(1_000));
    expect(await release(id)).toMatchObject({ kind: "settled", micros: 0 });
    expect(await release(id)).toMatchObject({ kind: "already", micros: 0 });
    expect(spentInAll(await state())).toMatchObject({ micros: 0, calls: 0 });
    expect(await settle(id, 30)).toMatchObject({ kind: "settled", micros: 30 });
    expect(spentInAll(await state())).toMatchObject({ micros: 30, calls: 1 });
  });

  test("settled above its cap is recorded in full, with what was above", async () => {
    const { ask, settle, state } = account();
    const id = await idOf(ask(1_000));
    expect(await settle(id, 1_700)).toEqual({ kind: "settled", micros: 1_700, overMicros: 700 });
    expect(spentInAll(await state())).toMatchObject({ micros: 1_700, overMicros: 700 });
  });

  test("that nobody settles counts with its cap for seven days after its expiry", async () => {
    const { ask, clock } = account();
    await ask(1_000, { weekMicros: 1_000 });
    clock.pass(RESERVATION_MS + WEEK_MS - 1);
    expect(await ask(1, { weekMicros: 1_000 })).toMatchObject({ kind: "refused", code: "budget_week_spent" });
    clock.pass(1);
    expect(await ask(1_000, { weekMicros: 1_000 })).toMatchObject({ kind: "reserved" });
  });

  test("past its expiry is put right by who comes late", async () => {
    const { ask, settle, clock, state } = account();
    const id = await idOf(ask(1_000));
    clock.pass(RESERVATION_MS * 3);
    expect(await settle(id, 100)).toMatchObject({ kind: "settled", micros: 100 });
    expect(spentInAll(await state()).micros).toBe(100);
  });

  test("that nobody knows is no error and changes nothing", async () => {
    const { settle, release, ledger } = account();
    expect(await settle("res_none", 5)).toEqual({ kind: "unknown" });
    expect(await release("res_none")).toEqual({ kind: "unknown" });
    expect(await ledger.streams("")).toEqual([]);
  });

  test("asked for again by its id is the same one", async () => {
    const { ask, clock, state } = account();
    const first = await ask(500, {}, {}, { id: "run_x" });
    clock.pass(60_000);
    expect(await ask(900, { weekMicros: 1 }, {}, { id: "run_x" })).toEqual(first);
    expect(spentInAll(await state()).micros).toBe(500);
  });
});

describe("caps", () => {
  test("of an attempt, of a run and of seven days hold together, and the one in the way is named", async () => {
    const { ask } = account();
    const limits = { attemptMicros: 400, runMicros: 700, weekMicros: 1_000 };
    await ask(400, limits);
    expect(await ask(1, limits)).toMatchObject({ code: "budget_attempt_spent", leftMicros: 0, roomAt: null });
    await ask(300, limits, { attempt: 2 });
    expect(await ask(1, limits, { attempt: 2 })).toMatchObject({ code: "budget_run_spent" });
    await ask(300, limits, { run: "r2" });
    expect(await ask(1, limits, { run: "r3" })).toMatchObject({ code: "budget_week_spent" });
  });

  test("a refusal says what is left, what is needed and when it comes back", async () => {
    const { ask, settle, clock } = account();
    const id = await idOf(ask(14_200_000, { weekMicros: 15_000_000 }));
    await settle(id, 14_200_000);
    const settledAt = clock.now();
    clock.pass(60_000);
    expect(await ask(2_000_000, { weekMicros: 15_000_000 })).toEqual({
      kind: "refused",
      code: "budget_week_spent",
      why: "the cap for any seven days, $15.00, leaves $0.80, and $2.00 are needed",
      recover: "raise budget.weeklyUSD of the workflows of the group in .assay/config.yaml, or wait",
      leftMicros: 800_000,
      roomAt: new Date(settledAt + WEEK_MS).toISOString(),
    });
  });

  test("what is more than the cap itself never fits, and no time is promised", async () => {
    const { ask } = account();
    expect(await ask(11, { weekMicros: 10 })).toMatchObject({ kind: "refused", roomAt: null });
  });

  test("an ask that takes less gets what is left, and no less than it needs", async () => {
    const { ask } = account();
    await ask(700, { weekMicros: 1_000 });
    expect(await ask(500, { weekMicros: 1_000 }, {}, { atLeastMicros: 301 })).toMatchObject({
      kind: "refused",
    });
    expect(await ask(500, { weekMicros: 1_000 }, {}, { atLeastMicros: 300 })).toMatchObject({
      capMicros: 300,
    });
  });

  test("spends of seven days ago leave the window to the millisecond", async () => {
    const { ask, settle, clock } = account();
    const id = await idOf(ask(1_000, { weekMicros: 1_000 }));
    await settle(id, 1_000);
    clock.pass(WEEK_MS - 1);
    expect(await ask(1, { weekMicros: 1_000 })).toMatchObject({ kind: "refused" });
    clock.pass(1);
    expect(await ask(1_000, { weekMicros: 1_000 })).toMatchObject({ kind: "reserved" });
  });

  test("what is settled late left the window when its reservation did: its money was spent by then", async () => {
    const { ask, settle, clock } = account();
    const id = await idOf(ask(1_000, { weekMicros: 1_000 }));
    clock.pass(RESERVATION_MS + WEEK_MS / 2);
    await settle(id, 1_000);
    clock.pass(WEEK_MS / 2 - 1);
    expect(await ask(1, { weekMicros: 1_000 })).toMatchObject({ kind: "refused" });
    clock.pass(1);
    expect(await ask(1_000, { weekMicros: 1_000 })).toMatchObject({ kind: "reserved" });
  });

  test("an entry that still counts is not folded into the sums by what comes just before its end", async () => {
    const { ask, settle, clock, state } = account();
    await settle(await idOf(ask(1_000, { weekMicros: 1_000 })), 1_000);
    clock.pass(WEEK_MS - 1);
    await ask(0, { weekMicros: 1_000 });
    expect((await state()).entries).toHaveLength(2);
    expect(await ask(1, { weekMicros: 1_000 })).toMatchObject({ kind: "refused" });
  });

  test("a process whose clock is behind writes no time before one that is there", async () => {
    const { ask, clock, state } = account();
    await ask(1);
    clock.pass(-3_600_000);
    const late = await ask(1);
    const { entries } = await state();
    expect(entries[1]?.at).toBe(entries[0]?.at);
    expect(late).toMatchObject({ expiresAt: new Date((entries[0]?.at ?? 0) + RESERVATION_MS).toISOString() });
  });

  test("an attempt that is taken up after weeks has spent what it spent", async () => {
    const { ask, settle, clock } = account();
    await settle(await idOf(ask(300, { attemptMicros: 400 })), 300);
    clock.pass(3 * WEEK_MS);
    await ask(1, {}, { attempt: 2 });
    expect(await ask(101, { attemptMicros: 400 })).toMatchObject({
      code: "budget_attempt_spent",
      leftMicros: 100,
    });
  });
});

interface Truth {
  readonly id: string;
  readonly from: number;
  readonly expiresAt: number;
  readonly cap: number;
  readonly run: string;
  by: number;
  micros: number;
  over: number;
  released: boolean;
}

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("ask" as const),
      micros: fc.integer({ min: 0, max: 700 }),
      least: fc.option(fc.integer({ min: 0, max: 300 }), { nil: undefined }),
      run: fc.constantFrom("r1", "r2", "r3"),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("settle" as const),
      of: fc.nat(),
      micros: fc.nat({ max: 900 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("release" as const), of: fc.nat() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      ms: fc.oneof(
        fc.integer({ min: 0, max: 2 * RESERVATION_MS }),
        fc.integer({ min: 0, max: WEEK_MS }),
        fc.constantFrom(RESERVATION_MS, WEEK_MS, WEEK_MS - 1, WEEK_MS - RESERVATION_MS),
      ),
    }),
  },
);

describe("whatever is reserved, settled, released and left to expire", () => {
  const CAP = 1_000;

  test("no seven days hold more than the cap and what settlements took above their reservations", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { ask, settle, release, clock, state } = account();
        const truths: Truth[] = [];
        for (const one of steps) {
          const now = clock.now();
          if (one.kind === "pass") clock.pass(one.ms);
          else if (one.kind === "ask") {
            const least = one.least === undefined ? {} : { atLeastMicros: Math.min(one.least, one.micros) };
            const got = await ask(one.micros, { weekMicros: CAP }, { run: one.run }, least);
            if (got.kind === "refused") continue;
            const expiresAt = now + RESERVATION_MS;
            truths.push({
              id: got.id,
              from: now,
              expiresAt,
              cap: got.capMicros,
              run: one.run,
              by: expiresAt,
              micros: got.capMicros,
              over: 0,
              released: false,
            });
          } else {
            const truth = truths[one.of % Math.max(1, truths.length)];
            if (truth === undefined) continue;
            const answer =
              one.kind === "settle" ? await settle(truth.id, one.micros) : await release(truth.id);
            if (answer.kind !== "settled") continue;
            truth.by = Math.min(now, truth.expiresAt);
            truth.micros = one.kind === "settle" ? one.micros : 0;
            if (one.kind === "settle")
              truth.over = Math.max(0, one.micros - (truth.released ? 0 : truth.cap));
            truth.released = one.kind === "release";
          }
        }
        for (const { by: end } of truths)
          for (const shift of [0, WEEK_MS - 1]) {
            const inside = truths.filter(({ from, by }) => from <= end + shift && by > end + shift - WEEK_MS);
            const sum = inside.reduce((all, { micros }) => all + micros, 0);
            const over = truths.reduce((all, truth) => all + truth.over, 0);
            expect(sum).toBeLessThanOrEqual(CAP + over);
          }
        const now = await state();
        const sumOf = (some: readonly Truth[]) => some.reduce((sum, { micros }) => sum + micros, 0);
        expect(spentInAll(now).micros).toBe(sumOf(truths));
        for (const run of ["r1", "r2", "r3"])
          expect(spentAt(now, (place) => place.run === run)).toBe(
            sumOf(truths.filter((truth) => truth.run === run)),
          );
      }),
      { numRuns: 150, seed: 11 },
    );
  });

  test("the time at which room comes back is the first at which there is room", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: WEEK_MS / 2 })), {
          maxLength: 8,
        }),
        fc.integer({ min: 1, max: CAP }),
        async (spends, micros) => {
          const { ask, clock, state } = account();
          for (const [cap, ms] of spends) {
            await ask(cap, { weekMicros: CAP });
            clock.pass(ms);
          }
          const { entries } = await state();
          const at = Date.parse(roomAt(entries, clock.now(), { micros, capMicros: CAP }) as string);
          expect(weekSpend(entries, at) + micros).toBeLessThanOrEqual(CAP);
          if (at > clock.now()) expect(weekSpend(entries, at - 1) + micros).toBeGreaterThan(CAP);
        },
      ),
      { numRuns: 100, seed: 5 },
    );
  });
});

describe("a long stream", () => {
  test("keeps the entries of one week, and sums that are whole", async () => {
    const { ask, settle, clock, ledger, state } = account();
    for (let index = 0; index < 340; index++) {
      await settle(await idOf(ask(10, {}, { run: `r${index % 320}` })), 7);
      clock.pass(WEEK_MS / 20);
    }
    const now = await state();
    expect(now.entries.length).toBeLessThanOrEqual(21);
    expect(now.folded).toHaveLength(301);
    expect(spentInAll(now)).toMatchObject({ micros: 2_380, calls: 340, input: 3_400 });
    expect(JSON.stringify(now).length).toBeLessThan(100_000);
    const snapshot = await ledger.snapshot(accountStream("a"), ACCOUNT.v);
    expect(snapshot?.seq).toBeGreaterThanOrEqual(500);
    const [kept] = await ledger.summaries("budget");
    await rebuildSummaries(ledger, ACCOUNT, [accountStream("a")]);
    expect((await ledger.summaries("budget"))[0]).toEqual(kept);
  });

  test("events of another version and of another kind change nothing", async () => {
    const { ask, ledger, state } = account();
    await ask(10);
    const before = await state();
    await ledger.append(accountStream("a"), 1, [
      {
        type: "money.settled",
        v: 2,
        data: { id: before.entries[0]?.id, at: "2027-01-01T00:00:00Z", micros: 1 },
      },
      { type: "money.printed", v: 1, data: {} },
    ]);
    expect(await state()).toEqual(before);
  });
});
