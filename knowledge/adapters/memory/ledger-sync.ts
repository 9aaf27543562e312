import { type Batch, decodeEvents, encodeEvents } from "../../ledger/batch.ts";
import type { Snapshot, Summary } from "../../ports/ledger.ts";
import type { LedgerSync, SetAside, SharedBatch, SyncStanding } from "../../ports/ledger-sync.ts";

/** The batches and read-outs of a ledger in memory. */
export interface MemoryStore {
  of(stream: string): readonly Batch[];
  names(): readonly string[];
  /** Takes out what is after `keptTo`, and adds these. */
  put(stream: string, keptTo: number, added: readonly Batch[]): void;
  putReadOuts(stream: string, keptTo: number, summary: Summary | null, snapshot: Snapshot | null): void;
}

/** What a ledger in memory knows of a shared one. */
export function memoryLedgerSync(store: MemoryStore): LedgerSync {
  let standing: SyncStanding = { head: null, lookedAt: null };
  const shared = new Map<string, number>();
  const aside: SetAside[] = [];
  const sharedOf = (stream: string) => shared.get(stream) ?? 0;
  const lastOf = (stream: string) => store.of(stream).at(-1)?.last ?? 0;

  return {
    standing: async () => standing,
    shared: async () => new Map(shared),

    async unpushed() {
      return store
        .names()
        .map((stream) => ({ stream, shared: sharedOf(stream), last: lastOf(stream) }))
        .filter(({ shared: there, last }) => last > there);
    },

    async tails(streams) {
      const tails = streams.map((stream) => ({
        stream,
        shared: sharedOf(stream),
        batches: store
          .of(stream)
          .filter(({ last }) => last > sharedOf(stream))
          .map(sharedBatch),
      }));
      return { head: standing.head, tails };
    },

    async integrate({ from, to, at, streams }) {
      const isAsRead = streams.every(
        ({ stream, was }) => sharedOf(stream) === was.shared && lastOf(stream) === was.last,
      );
      if (standing.head !== from || !isAsRead) return "moved";
      for (const { stream, keptTo, added, setAside, summary, snapshot, ...taken } of streams) {
        store.put(stream, keptTo, added.map(storedBatch));
        store.putReadOuts(stream, keptTo, summary, snapshot);
        shared.set(stream, taken.shared);
        aside.push(...setAside);
      }
      standing = { head: to, lookedAt: at };
      return "done";
    },

    async confirm({ from, to, at, streams }) {
      if (standing.head !== from) return "moved";
      for (const one of streams) shared.set(one.stream, one.shared);
      standing = { head: to, lookedAt: at };
      return "done";
    },

    async looked(head, at) {
      if (standing.head === head) standing = { head, lookedAt: at };
    },

    setAside: async () => [...aside],
  };
}

function sharedBatch(batch: Batch): SharedBatch {
  const { stream, first, last, at } = batch;
  const events = decodeEvents(batch).map(({ type, v, data }) => ({ type, v, data }));
  return { stream, first, last, at, events };
}

function storedBatch({ stream, first, last, at, events }: SharedBatch): Batch {
  return { stream, first, last, at, body: encodeEvents(stream, events) };
}
