import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { groupAccount, readGroupAccount } from "../../../knowledge/budget/account-events.ts";
import { CAPS } from "../../../knowledge/budget/caps.ts";
import { payInGroup, refuseInGroup, settleInGroup } from "../../../knowledge/budget/group-money.ts";
import { microsOf } from "../../../knowledge/budget/micros.ts";
import { readAccount } from "../../../knowledge/budget/read-account.ts";
import { reserve } from "../../../knowledge/budget/reserve.ts";
import { settle } from "../../../knowledge/budget/settle.ts";
import { WEEK_MS, weekSpend } from "../../../knowledge/budget/week-window.ts";
import { STEP_DEFAULTS } from "../../../knowledge/config/config.ts";
import { countingIds } from "../../support/counting-ids.ts";
import { movingClock } from "../../support/moving-clock.ts";

const QA: { readonly group: string; readonly weeklyUSD: string } = {
  group: "qa",
  weeklyUSD: CAPS.groupWeekUSD,
};
const TRIAGE = microsOf(CAPS.triageRunUSD) as number;
const SWEEP = microsOf(CAPS.sweepRunUSD) as number;
const ATTEMPT = microsOf(CAPS.changeAttemptUSD) as number;
const WEEK = microsOf(CAPS.groupWeekUSD) as number;
const HOUR = 60 * 60 * 1_000;

function group() {
  const clock = movingClock();
  const deps = { clock, ids: countingIds(), ledger: memoryLedger(clock) };
  const placeOf = (run: string, attempt: number) => ({ run, step: "qa", round: 1, attempt });
  const attemptOf = (
    run: string,
    { capMicros = ATTEMPT, attempt = 1, budget = QA, organisation = null as string | null } = {},
  ) => ({
    place: placeOf(run, attempt),
    organisation,
    workflow: "own",
    budget,
    capMicros,
    by: null,
  });
  type Options = Parameters<typeof attemptOf>[1];
  /** A call of an attempt that may cost `most`: what ends it says what it cost, or nobody does. */
  async function call(run: string, most: number, { capMicros = ATTEMPT, attempt = 1 }: Options = {}) {
    const limits = { attemptMicros: capMicros, runMicros: null, weekMicros: null };
    const place = placeOf(run, attempt);
    const ask = { place, purpose: "engineer", model: "anthropic/claude-opus-5", by: null, micros: most };
    const got = await reserve(deps, run, ask, limits);
    if (got.kind === "refused") return null;
    return (micros: number) => settle(deps, run, got.id, { micros, usage: null, latencyMs: null });
  }
  return {
    clock,
    call,
    pay: (run: string, options?: Options) => payInGroup(deps, attemptOf(run, options)),
    end: (run: string, options?: Options) => settleInGroup(deps, attemptOf(run, options)),
    refuse: (capMicros = ATTEMPT) => refuseInGroup(deps, { organisation: null, budget: QA, capMicros }),
    async spend(run: string, micros: number, options?: Options) {
      await (await call(run, micros, options))?.(micros);
    },
    week: async () =>
      weekSpend(
        (await readAccount(deps.ledger, groupAccount({ organisation: null, group: "qa" }))).entries,
        clock.now(),
      ),
  };
}

describe("the attempts of a group", () => {
  test("caps: two dollars a triage, three a sweep, four an attempt on a change", () => {
    expect([TRIAGE, SWEEP, microsOf(STEP_DEFAULTS.maxBudgetUSD)]).toEqual([2_000_000, 3_000_000, 4_000_000]);
    expect(CAPS.changeAttemptUSD).toBe(STEP_DEFAULTS.maxBudgetUSD);
  });

  test("organisations have money of their own, and an account says whose it is", async () => {
    const { pay } = group();
    const runs = Array.from({ length: 3 }, (_, index) => `c${index}`);
    for (const organisation of ["acme", "beta", null])
      for (const run of runs) expect((await pay(run, { organisation })).kind).toBe("reserved");
    expect((await pay("c3", { organisation: "acme" })).kind).toBe("refused");
    const names = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,10}$/);
    fc.assert(
      fc.property(fc.option(names), fc.stringMatching(/^\S(?:.{0,10}\S)?$/), (organisation, name) => {
        const one = { organisation, group: name };
        expect(readGroupAccount(groupAccount(one))).toEqual(one);
      }),
      { numRuns: 200, seed: 3 },
    );
    expect(readGroupAccount("change-acme.shop.1.1")).toBeNull();
    expect(readGroupAccount("triage-acme.acme.shop.f-1")).toBeNull();
  });

  test("an attempt takes its cap from the group while it runs and what it spent when it ended", async () => {
    const { pay, spend, end, week } = group();
    await pay("c1");
    expect(await week()).toBe(4_000_000);
    await spend("c1", 300_000);
    await spend("c1", 450_000);
    await end("c1");
    expect(await week()).toBe(750_000);
    await end("c1");
    expect(await week()).toBe(750_000);
  });

  test("every attempt of a run has its own cap", async () => {
    const { pay, spend, end, week } = group();
    for (const attempt of [1, 2, 3]) {
      expect(await pay("c1", { attempt })).toMatchObject({ kind: "reserved", capMicros: 4_000_000 });
      await spend("c1", 3_500_000, { attempt });
      await end("c1", { attempt });
    }
    expect(await week()).toBe(10_500_000);
  });

  test("where the group has spent its seven days an attempt is refused, with when room comes back", async () => {
    const { pay, spend, end, refuse, week, clock } = group();
    const first = clock.now();
    for (const run of ["c1", "c2", "c3"]) {
      expect(await refuse()).toBeNull();
      await pay(run);
      await spend(run, 4_000_000);
      await end(run);
      clock.pass(60_000);
    }
    const room = new Date(first + WEEK_MS).toISOString();
    const refusal = {
      kind: "refused",
      code: "budget_week_spent",
      why: `the workflows of group qa may cost $15.00 in any seven days, $3.00 of it is left, and this attempt may cost $4.00; room comes back at ${room}`,
      recover: "wait, or raise budget.weeklyUSD on every workflow of group qa in .assay/config.yaml",
      leftMicros: 3_000_000,
      roomAt: room,
    };
    expect(await refuse()).toEqual(refusal);
    expect(await pay("c4")).toEqual(refusal);
    expect(await week()).toBe(12_000_000);
    expect(await refuse(SWEEP)).toBeNull();
    clock.pass(Date.parse(room) - clock.now());
    expect(await pay("c4")).toMatchObject({ kind: "reserved", capMicros: 4_000_000 });
  });

  test("more room is a larger weeklyUSD", async () => {
    const { pay } = group();
    for (const run of ["a", "b", "c"]) await pay(run);
    expect(await pay("d")).toMatchObject({ kind: "refused" });
    const budget = { group: "qa", weeklyUSD: "16.00" };
    expect(await pay("d", { budget })).toMatchObject({ kind: "reserved" });
  });

  test("an attempt that is taken over after a kill goes on with what was set aside", async () => {
    const { pay, call, spend, end, week } = group();
    const first = await pay("c1");
    const killed = await call("c1", 1_000_000);
    expect(killed).not.toBeNull();
    expect(await pay("c1")).toEqual(first);
    await spend("c1", 500_000);
    await end("c1");
    expect(await week()).toBe(1_500_000);
  });

  test("an attempt that is gone on with after its end pays for the rest of its cap anew", async () => {
    const { pay, spend, end, week, clock } = group();
    await pay("c1");
    await spend("c1", 1_000_000);
    await end("c1");
    clock.pass(HOUR);
    expect(await pay("c1")).toMatchObject({ kind: "reserved", capMicros: 3_000_000 });
    expect(await week()).toBe(4_000_000);
    await spend("c1", 200_000);
    await end("c1");
    expect(await week()).toBe(1_200_000);
  });

  test("what is spent in no seven days is more than the cap, whoever is killed, comes back or is late", async () => {
    const runs = ["a", "b", "c", "d", "e", "f"] as const;
    const step = fc.record({
      run: fc.constantFrom(...runs),
      what: fc.constantFrom("call", "call", "call", "lost", "end"),
      micros: fc.integer({ min: 0, max: 4_000_000 }),
      passHours: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 60 })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        const { pay, call, end, clock } = group();
        const spent: { at: number; micros: number }[] = [];
        for (const { run, what, micros, passHours } of steps) {
          clock.pass(passHours * HOUR);
          if (what === "end") {
            await end(run);
            continue;
          }
          if ((await pay(run)).kind === "refused") continue;
          const done = await call(run, micros);
          if (done === null) continue;
          // A call that nobody tells of may have cost all that was set aside for it.
          spent.push({ at: clock.now(), micros: what === "lost" ? micros : Math.floor(micros / 2) });
          if (what === "call") await done(Math.floor(micros / 2));
        }
        for (const { at } of spent) {
          const inWeek = spent.filter((one) => one.at > at - WEEK_MS && one.at <= at);
          expect(inWeek.reduce((sum, one) => sum + one.micros, 0)).toBeLessThanOrEqual(WEEK);
        }
      }),
      { numRuns: 300 },
    );
  });
});
