import { describe, expect, test } from "vitest";
import { memoryLedger } from "../../../knowledge/adapters/memory/ledger.ts";
import { AssayError } from "../../../knowledge/errors.ts";
import { asSeen } from "../../../knowledge/ledger/as-seen.ts";
import { ATTEMPTS, decide } from "../../../knowledge/ledger/decide.ts";
import { SNAPSHOT_EVERY } from "../../../knowledge/ledger/keep-read-outs.ts";
import { readState } from "../../../knowledge/ledger/read-state.ts";
import { rebuildSummaries } from "../../../knowledge/ledger/rebuild-summaries.ts";
import type { Ledger } from "../../../knowledge/ports/ledger.ts";
import { added, tally } from "../../support/tally.ts";
import { tickingClock } from "../../support/ticking-clock.ts";

const STREAM = "tally/a";

describe("decide", () => {
  test("appends what was decided on the present state and answers with the state after it", async () => {
    const ledger = memoryLedger(tickingClock());
    await ledger.append(STREAM, 0, [added(40)]);
    const decided = await decide(ledger, STREAM, tally, ({ state, seq }) => ({
      events: [added(1), added(1)],
      answer: `${state.total} at ${seq}`,
    }));
    expect(decided).toEqual({ answer: "40 at 1", state: { total: 42, marks: [] }, seq: 3, readOuts: "kept" });
    expect(await ledger.summaries("tally")).toEqual([{ stream: STREAM, seq: 3, v: 1, data: { total: 42 } }]);
  });

  test("a refusal appends nothing and writes no read-out", async () => {
    const ledger = memoryLedger(tickingClock());
    const decided = await decide(ledger, STREAM, tally, () => ({ events: [], answer: "refused" }));
    expect(decided).toMatchObject({ answer: "refused", seq: 0 });
    expect(await ledger.streams("")).toEqual([]);
    expect(await ledger.summaries("tally")).toEqual([]);
  });

  test("decides again on the new state where somebody else came first", async () => {
    const ledger = memoryLedger(tickingClock());
    const seen: number[] = [];
    const rival = racing(ledger, 3);
    const decided = await decide(rival, STREAM, tally, ({ state }) => {
      seen.push(state.total);
      return { events: [added(1)], answer: null };
    });
    expect(seen).toEqual([0, 100, 200, 300]);
    expect(decided).toMatchObject({ state: { total: 301 }, seq: 4 });
  });

  test("takes what was decided on a state that was looked at only while that state stands", async () => {
    const ledger = memoryLedger(tickingClock());
    await ledger.append(STREAM, 0, [added(40)]);
    expect(await decide(racing(ledger, 1), STREAM, tally, asSeen(1, [added(1)]))).toMatchObject({
      answer: false,
      state: { total: 140 },
    });
    expect(await decide(ledger, STREAM, tally, asSeen(2, [added(1)]))).toMatchObject({
      answer: true,
      state: { total: 141 },
    });
  });

  test("gives up by name when somebody else always comes first", async () => {
    const ledger = memoryLedger(tickingClock());
    const rival = racing(ledger, Number.POSITIVE_INFINITY);
    await expect(
      decide(rival, STREAM, tally, () => ({ events: [added(1)], answer: null })),
    ).rejects.toMatchObject({ code: "ledger_contended", kind: "unavailable", data: { attempts: ATTEMPTS } });
    expect((await readState(ledger, STREAM, tally)).state.total).toBe(ATTEMPTS * 100);
  });

  test("events that are stored stay a success where the read-outs cannot be written", async () => {
    const ledger = memoryLedger(tickingClock());
    const full: Ledger = {
      ...ledger,
      putSummary: async () => {
        throw new AssayError("ledger_unavailable", {
          file: "ledger.db",
          reason: "the disk is full",
          fix: "free it",
        });
      },
    };
    const decided = await decide(full, STREAM, tally, () => ({ events: [added(7)], answer: "done" }));
    expect(decided).toMatchObject({ answer: "done", state: { total: 7 }, readOuts: "behind" });
    expect(await ledger.summaries("tally")).toEqual([]);
    await rebuildSummaries(ledger, tally, [STREAM]);
    expect(await ledger.summaries("tally")).toEqual([{ stream: STREAM, seq: 1, v: 1, data: { total: 7 } }]);
  });
});

describe("snapshots", () => {
  test(`come every ${SNAPSHOT_EVERY} events, and reading begins at the newest one`, async () => {
    const ledger = memoryLedger(tickingClock());
    const batch = Array.from({ length: 100 }, () => added(1));
    for (let times = 0; times < 4; times++) await add(ledger, batch);
    expect(await ledger.snapshot(STREAM, tally.v)).toBeNull();
    await add(ledger, batch);
    expect(await ledger.snapshot(STREAM, tally.v)).toMatchObject({ seq: 500, state: { total: 500 } });
    for (let times = 0; times < 4; times++) await add(ledger, batch);
    expect(await ledger.snapshot(STREAM, tally.v)).toMatchObject({ seq: 500 });
    await add(ledger, batch);
    expect(await ledger.snapshot(STREAM, tally.v)).toMatchObject({ seq: 1000 });
    await add(ledger, [added(1)]);
    const reads: number[] = [];
    const watched: Ledger = {
      ...ledger,
      read(stream, after = 0) {
        reads.push(after);
        return ledger.read(stream, after);
      },
    };
    expect(await readState(watched, STREAM, tally)).toEqual({
      state: { total: 1001, marks: [] },
      seq: 1001,
      snapshotSeq: 1000,
    });
    expect(reads).toEqual([1000]);
  });

  test("of another version of the fold are ignored", async () => {
    const ledger = memoryLedger(tickingClock());
    await ledger.append(STREAM, 0, [added(1), added(2)]);
    await ledger.putSnapshot({ stream: STREAM, seq: 2, v: 1, state: { total: -1, marks: [] } });
    expect((await readState(ledger, STREAM, { ...tally, v: 2 })).state.total).toBe(3);
  });

  test("are not written by reading", async () => {
    const ledger = memoryLedger(tickingClock());
    await ledger.append(
      STREAM,
      0,
      Array.from({ length: 600 }, () => added(1)),
    );
    await readState(ledger, STREAM, tally);
    expect(await ledger.snapshot(STREAM, tally.v)).toBeNull();
  });
});

async function add(ledger: Ledger, events: ReturnType<typeof added>[]): Promise<void> {
  await decide(ledger, STREAM, tally, () => ({ events, answer: null }));
}

/** The ledger with somebody else on it, who appends 100 just before each of the first `times` appends. */
function racing(ledger: Ledger, times: number): Ledger {
  let left = times;
  return {
    ...ledger,
    async append(stream, expectedSeq, events) {
      if (left-- > 0) await ledger.append(stream, expectedSeq, [added(100)]);
      return ledger.append(stream, expectedSeq, events);
    },
  };
}
