import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decide } from "../../knowledge/ledger/decide.ts";
import { readState } from "../../knowledge/ledger/read-state.ts";
import type { Clock } from "../../knowledge/ports/clock.ts";
import {
  BATCH_LIMIT,
  type Ledger,
  type LedgerEvent,
  type StoredEvent,
} from "../../knowledge/ports/ledger.ts";
import { collect } from "../support/collect.ts";
import { added, marked, type Tally, tally } from "../support/tally.ts";
import { tickingClock } from "../support/ticking-clock.ts";

/** One store of an adapter under test. Every `connect` sees the same store, as another process would. */
export interface LedgerStore {
  connect(clock: Clock): Ledger;
}

export interface LedgerAdapter {
  readonly name: string;
  /** An empty store; what it needs is cleared away when the running test ends. */
  store(): Promise<LedgerStore>;
}

/** What every adapter of the ledger keeps. */
export function ledgerContract(adapter: LedgerAdapter): void {
  describe(`ledger in ${adapter.name}`, () => {
    async function fresh(): Promise<Ledger> {
      return (await adapter.store()).connect(tickingClock());
    }

    test("a ledger nobody has written to reads as empty", async () => {
      const ledger = await fresh();
      expect(await collect(ledger.read("tally/a"))).toEqual([]);
      expect(await ledger.streams("")).toEqual([]);
      expect(await ledger.since("", 10)).toEqual({ events: [], next: "" });
      expect(await ledger.summaries("tally")).toEqual([]);
      expect(await ledger.snapshot("tally/a", 1)).toBeNull();
      expect(await ledger.append("tally/a", 0, [])).toEqual({ kind: "appended", seq: 0 });
      expect(await ledger.append("tally/a", 3, [])).toEqual({ kind: "conflict", seq: 0 });
    });

    test("events come back in order, numbered from 1, with the time of their batch", async () => {
      const ledger = (await adapter.store()).connect({ now: () => 1_234 });
      expect(await ledger.append("tally/a", 0, [added(1), added(2)])).toEqual({ kind: "appended", seq: 2 });
      expect(await ledger.append("tally/a", 2, [marked("x")])).toEqual({ kind: "appended", seq: 3 });
      const stream = "tally/a";
      expect(await collect(ledger.read(stream))).toEqual([
        { ...added(1), stream, seq: 1, at: 1_234 },
        { ...added(2), stream, seq: 2, at: 1_234 },
        { ...marked("x"), stream, seq: 3, at: 1_234 },
      ]);
    });

    test("reading goes on after any sequence, also in the middle of a batch", async () => {
      const ledger = await fresh();
      await ledger.append("tally/a", 0, [added(1), added(2), added(3)]);
      await ledger.append("tally/a", 3, [added(4)]);
      for (const after of [0, 1, 2, 3, 4, 9]) {
        const seqs = (await collect(ledger.read("tally/a", after))).map(({ seq }) => seq);
        expect(seqs).toEqual([1, 2, 3, 4].filter((seq) => seq > after));
      }
    });

    test("a stream of many batches is read whole", async () => {
      const ledger = await fresh();
      for (let seq = 0; seq < 150; seq++) await ledger.append("tally/a", seq, [added(seq)]);
      expect((await collect(ledger.read("tally/a"))).map(({ seq }) => seq)).toEqual(upTo(150));
    });

    test("an append that expects another sequence stores nothing and names the real one", async () => {
      const ledger = await fresh();
      await ledger.append("tally/a", 0, [added(1), added(2)]);
      for (const expected of [0, 1, 3, 99]) {
        expect(await ledger.append("tally/a", expected, [added(9)])).toEqual({ kind: "conflict", seq: 2 });
      }
      expect(await ledger.append("tally/a", 1, [])).toEqual({ kind: "conflict", seq: 2 });
      expect(await collect(ledger.read("tally/a"))).toHaveLength(2);
    });

    test("streams do not meet, whatever their names", async () => {
      const ledger = await fresh();
      const names = [
        "a/",
        "a/b",
        "a/b/c",
        "a/é",
        "a/\u{1F600}",
        "a%/b",
        "a_/b",
        "A/b",
        "a/'; DROP TABLE batch; --",
      ];
      for (const [index, name] of names.entries()) await ledger.append(name, 0, [added(index)]);
      for (const [index, name] of names.entries()) {
        expect((await collect(ledger.read(name))).map(({ data }) => data.amount)).toEqual([index]);
      }
      expect(await ledger.streams("")).toEqual([...names].sort());
      expect(await ledger.streams("a/")).toEqual(names.filter((name) => name.startsWith("a/")).sort());
      expect(await ledger.streams("a%")).toEqual(["a%/b"]);
      expect(await ledger.streams("b")).toEqual([]);
    });

    test("what is stored cannot be changed through what was passed or returned", async () => {
      const ledger = await fresh();
      const data = { amount: 1, nested: { list: [1] } };
      await ledger.append("tally/a", 0, [{ type: "amount.added", v: 1, data }]);
      data.nested.list.push(2);
      const [first] = await collect(ledger.read("tally/a"));
      (first!.data as typeof data).nested.list.push(3);
      expect((await collect(ledger.read("tally/a")))[0]!.data).toEqual({ amount: 1, nested: { list: [1] } });
    });

    test("event types and versions nobody knows are kept, with all their data", async () => {
      const ledger = await fresh();
      const event = {
        type: "thing.from-the-future",
        v: 42,
        data: { deep: [{ "a b": null }, "\u0000\ud800é", 1e300] },
      };
      await ledger.append("tally/a", 0, [added(1), event, added(2)]);
      expect((await collect(ledger.read("tally/a")))[1]).toMatchObject(event);
      expect((await readState(ledger, "tally/a", tally)).state.total).toBe(3);
    });

    test("a batch at the limit is stored; one over it is refused by name and nothing is stored", async () => {
      const ledger = await fresh();
      const frame = JSON.stringify([marked("")]).length;
      await ledger.append("tally/a", 0, [marked("x".repeat(BATCH_LIMIT - frame))]);
      await expect(
        ledger.append("tally/a", 1, [marked("x".repeat(BATCH_LIMIT - frame + 1))]),
      ).rejects.toMatchObject({
        code: "batch_too_large",
        data: { stream: "tally/a", bytes: BATCH_LIMIT + 1, limit: BATCH_LIMIT },
      });
      await expect(ledger.append("tally/a", 1, [marked("é".repeat(BATCH_LIMIT / 2))])).rejects.toMatchObject({
        code: "batch_too_large",
      });
      expect(await collect(ledger.read("tally/a"))).toHaveLength(1);
    });

    test("two connections see each other's appends at once, and one of two that race gets the conflict", async () => {
      const store = await adapter.store();
      const [one, two] = [store.connect(tickingClock()), store.connect(tickingClock())];
      await one.append("tally/a", 0, [added(1)]);
      expect(await collect(two.read("tally/a"))).toHaveLength(1);
      const results = await Promise.all([
        one.append("tally/a", 1, [added(2)]),
        two.append("tally/a", 1, [added(3)]),
      ]);
      expect(results.map(({ kind }) => kind).sort()).toEqual(["appended", "conflict"]);
      expect(await collect(one.read("tally/a"))).toHaveLength(2);
    });

    test("what was appended is there after closing, and a closed ledger opens again", async () => {
      const store = await adapter.store();
      const ledger = store.connect(tickingClock());
      await ledger.append("tally/a", 0, [added(1)]);
      await ledger.close();
      await ledger.close();
      expect(await collect(store.connect(tickingClock()).read("tally/a"))).toHaveLength(1);
      expect(await ledger.append("tally/a", 1, [added(2)])).toEqual({ kind: "appended", seq: 2 });
    });

    test("the feed gives every event of all streams, page by page, in the order of each stream", async () => {
      const ledger = await fresh();
      for (let seq = 0; seq < 20; seq += 2) {
        await ledger.append("tally/a", seq, [added(1), added(2)]);
        await ledger.append("tally/b", seq / 2, [marked("m")]);
      }
      for (const limit of [1, 2, 7, 1_000]) {
        const { events } = await follow(ledger, "", limit);
        expect(unique(events.filter(({ stream }) => stream === "tally/a"))).toEqual(upTo(20));
        expect(unique(events.filter(({ stream }) => stream === "tally/b"))).toEqual(upTo(10));
      }
    });

    test("the feed goes on from a position with what came after it, and stands still when nothing did", async () => {
      const ledger = await fresh();
      await ledger.append("tally/a", 0, [added(1)]);
      const { next } = await follow(ledger, "", 10);
      expect((await ledger.since(next, 10)).next).toBe(next);
      await ledger.append("tally/b", 0, [added(2)]);
      await ledger.append("tally/a", 1, [added(3)]);
      const later = await follow(ledger, next, 10);
      const names = later.events.map(({ stream, seq }) => `${stream} ${seq}`);
      expect(names).toEqual(expect.arrayContaining(["tally/b 1", "tally/a 2"]));
    });

    test("a position that the ledger did not give starts over and skips nothing", async () => {
      const ledger = await fresh();
      await ledger.append("tally/a", 0, [added(1)]);
      const elsewhere = await fresh();
      for (let seq = 0; seq < 3; seq++) await elsewhere.append("tally/z", seq, [added(seq)]);
      for (const position of ["nonsense", "-1", "99", "1.1", (await follow(elsewhere, "", 10)).next]) {
        const { events } = await follow(ledger, position, 10);
        expect(
          events.map(({ stream }) => stream),
          position,
        ).toEqual(["tally/a"]);
      }
    });

    test("summaries are listed by kind and name, and an older one never replaces a newer one", async () => {
      const ledger = await fresh();
      const summary = (stream: string, seq: number, v: number, total: number) => ({
        stream,
        seq,
        v,
        data: { total },
      });
      await ledger.putSummary(summary("tally/b", 2, 1, 20));
      await ledger.putSummary(summary("tally/a", 5, 1, 50));
      await ledger.putSummary(summary("tallying/a", 1, 1, 1));
      await ledger.putSummary(summary("tally/a", 4, 9, 40));
      expect(await ledger.summaries("tally")).toEqual([
        summary("tally/a", 5, 1, 50),
        summary("tally/b", 2, 1, 20),
      ]);
      await ledger.putSummary(summary("tally/a", 5, 2, 51));
      await ledger.putSummary(summary("tally/a", 5, 1, 52));
      await ledger.putSummary(summary("tally/b", 3, 1, 30));
      expect(await ledger.summaries("tally")).toEqual([
        summary("tally/a", 5, 2, 51),
        summary("tally/b", 3, 1, 30),
      ]);
      expect(await ledger.summaries("tal")).toEqual([]);
    });

    test("a snapshot is found by stream and version only, and an older one never replaces a newer one", async () => {
      const ledger = await fresh();
      const state = { list: [1, { deep: null }] };
      await ledger.putSnapshot({ stream: "tally/a", seq: 7, v: 1, state });
      await ledger.putSnapshot({ stream: "tally/a", seq: 6, v: 1, state: {} });
      await ledger.putSnapshot({ stream: "tally/a", seq: 3, v: 2, state: 2 });
      expect(await ledger.snapshot("tally/a", 1)).toEqual({ stream: "tally/a", seq: 7, v: 1, state });
      expect(await ledger.snapshot("tally/a", 2)).toEqual({ stream: "tally/a", seq: 3, v: 2, state: 2 });
      expect(await ledger.snapshot("tally/a", 3)).toBeNull();
      expect(await ledger.snapshot("tally/b", 1)).toBeNull();
    });

    test("decisions taken side by side are all kept: each that loses a race decides again", async () => {
      const store = await adapter.store();
      const connections = [1, 2, 3].map(() => store.connect(tickingClock()));
      await Promise.all(
        connections.map(async (ledger) => {
          for (let times = 0; times < 20; times++) {
            await decide(ledger, "tally/a", tally, ({ seq }) => ({ events: [added(seq)], answer: null }));
          }
        }),
      );
      const events = await collect(connections[0]!.read("tally/a"));
      expect(events.map(({ seq }) => seq)).toEqual(upTo(60));
      // Each decision wrote down the sequence it saw: none was taken on an old state.
      expect(events.map(({ data }) => data.amount)).toEqual(upTo(60).map((seq) => seq - 1));
      expect(await connections[1]!.summaries("tally")).toMatchObject([{ seq: 60, data: { total: 1770 } }]);
    }, 120_000);

    test("whatever is appended, the fold of the history equals the state, with snapshots and without", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
          const store = await adapter.store();
          let ledger = store.connect(tickingClock());
          const model = new Map<string, { state: Tally; events: LedgerEvent[] }>();
          for (const step of commands) {
            const { state, events } = model.get(step.stream) ?? { state: tally.initial, events: [] };
            if (step.kind === "reconnect") {
              await ledger.close();
              ledger = store.connect(tickingClock());
            } else if (step.kind === "snapshot") {
              await ledger.putSnapshot({ stream: step.stream, seq: events.length, v: tally.v, state });
            } else {
              const expected = Math.max(0, events.length + step.offset);
              const result = await ledger.append(step.stream, expected, step.events);
              const fits = expected === events.length;
              const seq = events.length + (fits ? step.events.length : 0);
              expect(result).toEqual({ kind: fits ? "appended" : "conflict", seq });
              if (fits)
                model.set(step.stream, {
                  state: step.events.reduce(tallyOf, state),
                  events: [...events, ...step.events],
                });
            }
          }
          for (const [stream, { state, events }] of model) {
            expect(await readState(ledger, stream, tally)).toMatchObject({ state, seq: events.length });
            expect(await readState(ledger, stream, { ...tally, v: 99 })).toMatchObject({
              state,
              seq: events.length,
            });
            expect(
              (await collect(ledger.read(stream))).map(({ type, v, data }) => ({ type, v, data })),
            ).toEqual(events);
          }
          const written = [...model].filter(([, { events }]) => events.length > 0).map(([stream]) => stream);
          expect(await ledger.streams("")).toEqual(written.sort());
          await ledger.close();
        }),
        { numRuns: 40, seed: 7 },
      );
    });
  });
}

const streamName = fc.constantFrom("tally/a", "tally/b", "tally/ab");
const anyEvent: fc.Arbitrary<LedgerEvent> = fc.oneof(
  fc.integer({ min: -1000, max: 1000 }).map((amount) => added(amount === 0 ? 1 : amount)),
  fc.string({ unit: "binary" }).map(marked),
  fc
    .jsonValue()
    .map((value) => ({ type: "thing.unknown", v: 3, data: { value: JSON.parse(JSON.stringify(value)) } })),
);
const command = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant("append" as const),
      stream: streamName,
      offset: fc.constantFrom(0, 0, 0, 0, -1, 1),
      events: fc.array(anyEvent, { maxLength: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("snapshot" as const), stream: streamName }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reconnect" as const), stream: streamName }) },
);

/** The reference: one event into a tally, without a ledger. */
function tallyOf(state: Tally, event: LedgerEvent): Tally {
  return tally.apply(state, { ...event, stream: "", seq: 0, at: 0 });
}

/** Reads the feed from a position until it stands still. */
async function follow(
  ledger: Ledger,
  from: string,
  limit: number,
): Promise<{ events: StoredEvent[]; next: string }> {
  const events: StoredEvent[] = [];
  let position = from;
  for (let pages = 0; pages < 1_000; pages++) {
    const page = await ledger.since(position, limit);
    events.push(...page.events);
    if (page.next === position) return { events, next: position };
    position = page.next;
  }
  throw new Error("the feed does not come to an end");
}

/** Sequence numbers in order of first appearance: a feed may repeat. */
function unique(events: readonly StoredEvent[]): number[] {
  return [...new Set(events.map(({ seq }) => seq))];
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
