import { describe, expect, test } from "vitest";
import type { Ledger, LedgerEvent } from "../../knowledge/ports/ledger.ts";
import type { LedgerSync, SharedBatch, TakenStream } from "../../knowledge/ports/ledger-sync.ts";
import { collect } from "../support/collect.ts";
import { added, marked } from "../support/tally.ts";
import { tickingClock } from "../support/ticking-clock.ts";
import type { LedgerStore } from "./ledger.contract.ts";

/** A store whose ledger is of one clone. */
export interface SyncStore extends LedgerStore {
  sync(): LedgerSync;
}

export interface SyncAdapter {
  readonly name: string;
  store(): Promise<SyncStore>;
}

const A = "tally/a";

/** A batch of the remote. */
const theirs = (first: number, ...events: readonly LedgerEvent[]): SharedBatch => ({
  stream: A,
  first,
  last: first + events.length - 1,
  at: 7,
  events,
});

const taken = (more: Partial<TakenStream> = {}): TakenStream => ({
  stream: A,
  was: { shared: 0, last: 0 },
  keptTo: 0,
  added: [],
  shared: 0,
  setAside: [],
  summary: null,
  snapshot: null,
  ...more,
});

/** What every ledger keeps that can be shared through git. */
export function ledgerSyncContract(adapter: SyncAdapter): void {
  describe(`sharing a ledger in ${adapter.name}`, () => {
    async function fresh() {
      const store = await adapter.store();
      return { ledger: store.connect(tickingClock()), sync: store.sync() };
    }
    const seqs = async (ledger: Ledger) =>
      (await collect(ledger.read(A))).map(({ type, seq }) => `${seq} ${type}`);

    test("one that nobody has shared knows nothing, and all of it is to be pushed", async () => {
      const { ledger, sync } = await fresh();
      expect(await sync.standing()).toEqual({ head: null, lookedAt: null });
      expect(await sync.unpushed()).toEqual([]);
      expect(await sync.setAside()).toEqual([]);
      expect(await sync.tails([A])).toEqual({ head: null, tails: [{ stream: A, shared: 0, batches: [] }] });
      await ledger.append("tally/b", 0, [added(1)]);
      await ledger.append(A, 0, [added(1), added(2)]);
      await ledger.append(A, 2, [marked("x")]);
      expect(await sync.unpushed()).toEqual([
        { stream: A, shared: 0, last: 3 },
        { stream: "tally/b", shared: 0, last: 1 },
      ]);
      const { tails } = await sync.tails([A]);
      expect(tails[0]?.batches.map(({ first, last, events }) => [first, last, events])).toEqual([
        [1, 2, [added(1), added(2)]],
        [3, 3, [marked("x")]],
      ]);
    });

    test("what was pushed is no tail any more; what came after it is", async () => {
      const { ledger, sync } = await fresh();
      await ledger.append(A, 0, [added(1)]);
      const pushed = { from: null, to: "c1", at: 5, streams: [{ stream: A, shared: 1 }] };
      expect(await sync.confirm(pushed)).toBe("done");
      expect(await sync.standing()).toEqual({ head: "c1", lookedAt: 5 });
      expect(await sync.unpushed()).toEqual([]);
      await ledger.append(A, 1, [added(2)]);
      expect(await sync.unpushed()).toEqual([{ stream: A, shared: 1, last: 2 }]);
      expect((await sync.tails([A])).tails[0]?.batches).toMatchObject([{ first: 2 }]);
      expect(await sync.confirm({ ...pushed, to: "c2" })).toBe("moved");
      await sync.looked("c1", 9);
      await sync.looked("c0", 11);
      expect(await sync.standing()).toEqual({ head: "c1", lookedAt: 9 });
    });

    test("the remote's batches come before the tail, which is numbered anew, and what fell is kept aside", async () => {
      const { ledger, sync } = await fresh();
      await ledger.append(A, 0, [added(1)]);
      await ledger.append(A, 1, [marked("ours")]);
      await ledger.putSummary({ stream: A, seq: 2, v: 1, data: { total: 1 } });
      await ledger.putSnapshot({ stream: A, seq: 2, v: 1, state: {} });
      const fallen = { stream: A, first: 2, at: 3, asideAt: 8, events: [marked("ours")], why: "x was first" };
      const stream = taken({
        was: { shared: 0, last: 2 },
        added: [theirs(1, added(5), added(6)), theirs(3, added(1))],
        shared: 2,
        setAside: [fallen],
        summary: { stream: A, seq: 3, v: 1, data: { total: 12 } },
        snapshot: null,
      });
      expect(await sync.integrate({ from: null, to: "c1", at: 8, streams: [stream] })).toBe("done");
      expect(await seqs(ledger)).toEqual(["1 amount.added", "2 amount.added", "3 amount.added"]);
      expect(await sync.unpushed()).toEqual([{ stream: A, shared: 2, last: 3 }]);
      expect(await sync.setAside()).toEqual([fallen]);
      expect(await ledger.summaries("tally")).toEqual([{ stream: A, seq: 3, v: 1, data: { total: 12 } }]);
      expect(await ledger.snapshot(A, 1)).toBeNull();
      expect(await ledger.append(A, 3, [added(9)])).toEqual({ kind: "appended", seq: 4 });
    });

    test("nothing is taken in over a tail or a head that moved", async () => {
      const { ledger, sync } = await fresh();
      await ledger.append(A, 0, [added(1)]);
      const stream = taken({ was: { shared: 0, last: 0 }, added: [theirs(1, added(5))], shared: 1 });
      expect(await sync.integrate({ from: null, to: "c1", at: 8, streams: [stream] })).toBe("moved");
      const other = { ...stream, was: { shared: 0, last: 1 } };
      expect(await sync.integrate({ from: "c0", to: "c1", at: 8, streams: [other] })).toBe("moved");
      expect(await seqs(ledger)).toEqual(["1 amount.added"]);
      expect(await sync.standing()).toEqual({ head: null, lookedAt: null });
    });

    test("a position of the feed from before a tail was replaced starts over, one from before new streams goes on", async () => {
      const { ledger, sync } = await fresh();
      await ledger.append(A, 0, [added(1)]);
      await ledger.append("tally/b", 0, [added(2)]);
      const { next } = await ledger.since("", 10);
      const fresh2 = taken({
        stream: "tally/c",
        added: [{ ...theirs(1, added(3)), stream: "tally/c" }],
        shared: 1,
      });
      await sync.integrate({ from: null, to: "c1", at: 8, streams: [fresh2] });
      expect((await ledger.since(next, 10)).events.map(({ stream }) => stream)).toEqual(["tally/c"]);
      const stream = taken({
        was: { shared: 0, last: 1 },
        added: [theirs(1, added(5)), theirs(2, added(1))],
        shared: 1,
      });
      await sync.integrate({ from: "c1", to: "c2", at: 9, streams: [stream] });
      const again = await ledger.since(next, 10);
      expect(again.events.map(({ stream: name, seq }) => `${name} ${seq}`).sort()).toEqual([
        ...[`${A} 1`, `${A} 2`, "tally/b 1", "tally/c 1"],
      ]);
      expect((await ledger.since(again.next, 10)).events).toEqual([]);
    });
  });
}
