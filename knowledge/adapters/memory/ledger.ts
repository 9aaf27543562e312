import { type Batch, decodeEvents, encodeEvents, streamKind } from "../../ledger/batch.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ledger, Snapshot, Summary } from "../../ports/ledger.ts";
import type { LedgerSync } from "../../ports/ledger-sync.ts";
import { type MemoryStore, memoryLedgerSync } from "./ledger-sync.ts";

/** A ledger that lives as long as the process, and what it knows of a shared one. Stores text, so that nobody can change what was appended. */
export function memoryLedger(clock: Clock): Ledger & { readonly sync: LedgerSync } {
  let epoch = 0;
  let batches: Batch[] = [];
  const streams = new Map<string, Batch[]>();
  const summaries = new Map<string, string>();
  const snapshots = new Map<string, string>();
  const head = (stream: string) => streams.get(stream)?.at(-1)?.last ?? 0;
  const store: MemoryStore = {
    of: (stream) => streams.get(stream) ?? [],
    names: () => [...streams.keys()].sort(),
    put(stream, keptTo, added) {
      const isOut = ({ stream: other, last }: Batch) => other === stream && last > keptTo;
      if (batches.some(isOut)) epoch += 1;
      batches = [...batches.filter((batch) => !isOut(batch)), ...added];
      const now = batches.filter((batch) => batch.stream === stream);
      if (now.length === 0) streams.delete(stream);
      else streams.set(stream, now);
    },
    putReadOuts(stream, keptTo, summary, snapshot) {
      for (const [key, text] of snapshots) {
        const kept = JSON.parse(text) as Snapshot;
        if (kept.stream === stream && kept.seq > keptTo) snapshots.delete(key);
      }
      if (summary !== null) summaries.set(stream, JSON.stringify(summary));
      if (snapshot !== null) snapshots.set(`${snapshot.v} ${stream}`, JSON.stringify(snapshot));
    },
  };

  return {
    sync: memoryLedgerSync(store),

    async append(stream, expectedSeq, events) {
      const body = encodeEvents(stream, events);
      const seq = head(stream);
      if (seq !== expectedSeq) return { kind: "conflict", seq };
      if (events.length === 0) return { kind: "appended", seq };
      const batch = {
        stream,
        first: seq + 1,
        last: seq + events.length,
        at: clock.now(),
        body,
      };
      batches.push(batch);
      streams.set(stream, [...(streams.get(stream) ?? []), batch]);
      return { kind: "appended", seq: batch.last };
    },

    async *read(stream, after = 0) {
      for (const batch of streams.get(stream) ?? [])
        if (batch.last > after) yield* decodeEvents(batch, after);
    },

    async streams(prefix) {
      return [...streams.keys()].filter((stream) => stream.startsWith(prefix)).sort();
    },

    async since(position, limit) {
      const given = /^m(\d+)(?:\.(\d+))?$/.exec(position);
      const events = [];
      const isOfThis =
        given !== null && Number(given[1]) <= batches.length && Number(given[2] ?? 0) === epoch;
      let at = isOfThis ? Number(given[1]) : 0;
      while (at < batches.length && events.length < limit) events.push(...decodeEvents(batches[at++]!));
      return { events, next: at === 0 ? "" : epoch === 0 ? `m${at}` : `m${at}.${epoch}` };
    },

    async summaries(kind) {
      return [...summaries.values()]
        .map((text) => JSON.parse(text) as Summary)
        .filter(({ stream }) => streamKind(stream) === kind)
        .sort((a, b) => (a.stream < b.stream ? -1 : 1));
    },

    async putSummary({ stream, seq, v, data }) {
      const kept = parsed<Summary>(summaries.get(stream));
      if (kept !== null && (kept.seq > seq || (kept.seq === seq && kept.v > v))) return;
      summaries.set(stream, JSON.stringify({ stream, seq, v, data }));
    },

    async snapshot(stream, v) {
      return parsed<Snapshot>(snapshots.get(`${v} ${stream}`));
    },

    async putSnapshot({ stream, seq, v, state }) {
      const kept = parsed<Snapshot>(snapshots.get(`${v} ${stream}`));
      if (kept !== null && kept.seq > seq) return;
      snapshots.set(`${v} ${stream}`, JSON.stringify({ stream, seq, v, state }));
    },

    async close() {},
  };
}

function parsed<Value>(text: string | undefined): Value | null {
  return text === undefined ? null : (JSON.parse(text) as Value);
}
