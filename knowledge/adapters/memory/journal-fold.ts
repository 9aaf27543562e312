import { type KnownRun, recordNews } from "../../ledger/record-events.ts";
import type { Confirmations, RecordEvent } from "../../ports/journal.ts";
import type { StoredEvent } from "../../ports/ledger.ts";

/** What events tell of records, in memory: each stream's events in their order, each as often as it comes. */
export interface JournalFold {
  add(event: StoredEvent): void;
  /** Sequence of the last event of a stream; 0 for none. */
  seqOf(stream: string): number;
  confirmations(records: readonly string[]): ReadonlyMap<string, Confirmations>;
  of(record: string): readonly RecordEvent[];
}

/** A fold of no events yet. */
export function journalFold(): JournalFold {
  const runTimes = new Map<string, string>();
  const runRecords = new Map<string, Set<string>>();
  /** Time of each run, by record. */
  const confirmed = new Map<string, Map<string, string>>();
  const events = new Map<string, RecordEvent[]>();
  /** Last event of each stream: a feed may repeat. */
  const seen = new Map<string, number>();
  const runOf = (run: string): KnownRun => ({
    at: runTimes.get(run) ?? null,
    records: [...(runRecords.get(run) ?? [])].sort(),
  });
  return {
    add(stored) {
      if ((seen.get(stored.stream) ?? 0) >= stored.seq) return;
      seen.set(stored.stream, stored.seq);
      const news = recordNews(stored, runOf);
      if (news.runTime !== null) runTimes.set(news.runTime.run, news.runTime.at);
      for (const record of news.confirmed?.records ?? []) {
        const { run, at } = news.confirmed!;
        const runs = entry(confirmed, record, () => new Map());
        if (!runs.has(run)) runs.set(run, at);
      }
      for (const { record, event } of news.events) {
        entry(events, record, () => []).push(event);
        if (event.run !== null) entry(runRecords, event.run, () => new Set()).add(record);
      }
    },

    seqOf: (stream) => seen.get(stream) ?? 0,

    confirmations(records) {
      const wanted = new Map<string, Confirmations>();
      for (const record of new Set(records)) {
        const times = [...(confirmed.get(record)?.values() ?? [])].sort();
        const last = times.at(-1);
        if (last !== undefined) wanted.set(record, { count: times.length, last });
      }
      return wanted;
    },

    of: (record) => (events.get(record) ?? []).toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
  };
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
