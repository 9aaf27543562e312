import { deflateRawSync } from "node:zlib";
import { batchItem, feedKeyOf, type Item } from "../../knowledge/adapters/dynamodb/batch-item.ts";
import { type Batch, decodeEvents, encodeEvents, streamKind } from "../../knowledge/ledger/batch.ts";
import type { Clock } from "../../knowledge/ports/clock.ts";
import type { Ledger, LedgerEvent, Snapshot, StoredEvent, Summary } from "../../knowledge/ports/ledger.ts";
import { bytesOf, reading, type TableUse, writing } from "./units.ts";

/** What is told of each call of a ledger. */
export interface LedgerWatcher {
  /** What the table would have been asked for; `about`: a stream, or the kind of summaries. */
  used(about: string, use: TableUse): void;
  appended(stream: string, events: readonly LedgerEvent[]): void;
}

interface KeptBatch extends Batch {
  readonly bytes: number;
  /** Bytes of all batches of the stream up to this one. */
  readonly upTo: number;
  readonly events: readonly StoredEvent[];
}

interface KeptSummary {
  readonly summary: Summary;
  readonly bytes: number;
}

/** Two queries are made where a reader goes on from the end: for what follows, and for the batch that it stopped in. */
const TOKEN = "0".repeat(12);
const CHECKSUM = { N: "3141592653" };

/** One table in memory, to which many processes connect. */
export interface MeasuredTable {
  connect(clock: Clock, watcher: LedgerWatcher): Ledger;
}

/**
 * A ledger in memory that counts what the adapter of DynamoDB would have asked its table for: which requests, and the
 * units of the items that they meet. With `shared`, readers are given what is kept itself, frozen, instead of a copy.
 */
export function measuredTable({ shared = false }: { readonly shared?: boolean } = {}): MeasuredTable {
  const order: Batch[] = [];
  const streams = new Map<string, KeptBatch[]>();
  const summaries = new Map<string, Map<string, KeptSummary>>();
  const snapshots = new Map<string, { readonly text: string; readonly bytes: number }>();
  const batchesOf = (stream: string): readonly KeptBatch[] => streams.get(stream) ?? [];

  const connect = (clock: Clock, { used, appended }: LedgerWatcher): Ledger => ({
    async append(stream, expectedSeq, events) {
      const body = encodeEvents(stream, events);
      const kept = batchesOf(stream);
      const newest = kept.at(-1);
      const seq = newest?.last ?? 0;
      used(stream, reading(newest?.bytes ?? 0));
      if (seq !== expectedSeq) return { kind: "conflict", seq };
      if (events.length === 0) return { kind: "appended", seq };
      const batch = { stream, first: seq + 1, last: seq + events.length, at: clock.now(), body };
      const bytes = bytesOf(
        batchItem({ ...batch, checksum: 3_141_592_653, token: TOKEN, feedKey: feedKeyFor(batch) }),
      );
      const upTo = (newest?.upTo ?? 0) + bytes;
      const stored = frozen(decodeEvents(batch));
      order.push(batch);
      if (newest === undefined) streams.set(stream, [{ ...batch, bytes, upTo, events: stored }]);
      else (kept as KeptBatch[]).push({ ...batch, bytes, upTo, events: stored });
      used(stream, writing(bytes, batch.first === 1 ? 2 : 1));
      appended(stream, events);
      return { kind: "appended", seq: batch.last };
    },

    async *read(stream, after = 0) {
      const kept = batchesOf(stream);
      const from = firstAfter(kept, after);
      // Where the reader stopped inside of a batch, that one is asked for by itself.
      const next = kept[from]?.first === undefined || kept[from].first > after ? from : from + 1;
      const whole = kept.at(-1)?.upTo ?? 0;
      used(stream, reading(next >= kept.length ? 0 : whole - (kept[next - 1]?.upTo ?? 0)));
      const isGap = after > 0 && kept[next]?.first !== after + 1;
      if (isGap) used(stream, reading(kept[next - 1]?.bytes ?? 0));
      for (let at = from; at < kept.length; at++)
        for (const event of kept[at]!.events)
          if (event.seq > after) yield shared ? event : structuredClone(event);
    },

    async streams(prefix) {
      return [...streams.keys()].filter((stream) => stream.startsWith(prefix)).sort();
    },

    async since(position, limit) {
      const given = /^m(\d+)$/.exec(position);
      const events: StoredEvent[] = [];
      let at = given !== null && Number(given[1]) <= order.length ? Number(given[1]) : 0;
      while (at < order.length && events.length < limit) events.push(...decodeEvents(order[at++]!));
      return { events, next: at === 0 ? "" : `m${at}` };
    },

    async summaries(kind) {
      const kept = [...(summaries.get(kind)?.values() ?? [])];
      used(`summary/${kind}`, reading(kept.reduce((sum, { bytes }) => sum + bytes, 0)));
      return kept.map(({ summary }) => summary).sort((a, b) => (a.stream < b.stream ? -1 : 1));
    },

    async putSummary({ stream, seq, v, data }) {
      const kind = streamKind(stream);
      const text = JSON.stringify(data);
      const numbers = { seq: { N: String(seq) }, v: { N: String(v) }, checksum: CHECKSUM };
      const bytes = bytesOf({
        pk: { S: `summary#${kind}` },
        sk: { S: stream },
        data: { S: text },
        ...numbers,
      });
      const kept = summaries.get(kind) ?? new Map<string, KeptSummary>();
      summaries.set(kind, kept);
      const known = kept.get(stream);
      used(stream, writing(Math.max(bytes, known?.bytes ?? 0)));
      if (known !== undefined && isNewer(known.summary, { seq, v })) return;
      kept.set(stream, {
        summary: frozen({ stream, seq, v, data: JSON.parse(text) as Summary["data"] }),
        bytes,
      });
    },

    async snapshot(stream, v) {
      const kept = snapshots.get(`${v} ${stream}`);
      used(stream, reading(kept?.bytes ?? 0));
      return kept === undefined ? null : (JSON.parse(kept.text) as Snapshot);
    },

    async putSnapshot({ stream, seq, v, state }) {
      const packed = deflateRawSync(JSON.stringify(state));
      const item: Item = {
        pk: { S: `snapshot#${stream}` },
        sk: { S: String(v) },
        seq: { N: String(seq) },
        state: { B: packed },
        checksum: CHECKSUM,
      };
      const known = snapshots.get(`${v} ${stream}`);
      const bytes = bytesOf(item);
      used(stream, writing(Math.max(bytes, known?.bytes ?? 0)));
      if (known !== undefined && (JSON.parse(known.text) as Snapshot).seq > seq) return;
      snapshots.set(`${v} ${stream}`, { text: JSON.stringify({ stream, seq, v, state }), bytes });
    },

    async close() {},
  });
  return { connect };
}

function feedKeyFor({ first, last, at }: Batch): string {
  const second = Math.floor(at / 1_000);
  return feedKeyOf({ second, first, last, before: first === 1 ? 0 : second }, TOKEN);
}

function isNewer(known: Pick<Summary, "seq" | "v">, { seq, v }: Pick<Summary, "seq" | "v">): boolean {
  return known.seq > seq || (known.seq === seq && known.v > v);
}

/** Place of the first batch with an event after a sequence. */
function firstAfter(batches: readonly KeptBatch[], after: number): number {
  let [low, high] = [0, batches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (batches[middle]!.last > after) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What was appended cannot be changed by whoever reads it. */
function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
