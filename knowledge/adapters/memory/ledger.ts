import { type Batch, decodeEvents, encodeEvents, streamKind } from "../../ledger/batch.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ledger, Snapshot, Summary } from "../../ports/ledger.ts";

/** A ledger that lives as long as the process. Stores text, so that nobody can change what was appended. */
export function memoryLedger(clock: Clock): Ledger {
  const batches: Batch[] = [];
  const streams = new Map<string, Batch[]>();
  const summaries = new Map<string, string>();
  const snapshots = new Map<string, string>();
  const head = (stream: string) => streams.get(stream)?.at(-1)?.last ?? 0;

  return {
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
      const given = /^m(\d+)$/.exec(position);
      const events = [];
      let at = given !== null && Number(given[1]) <= batches.length ? Number(given[1]) : 0;
      while (at < batches.length && events.length < limit) events.push(...decodeEvents(batches[at++]!));
      return { events, next: at === 0 ? "" : `m${at}` };
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
