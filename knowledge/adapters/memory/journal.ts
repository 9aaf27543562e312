import { type KnownRun, recordNews } from "../../ledger/record-events.ts";
import type { Confirmations, Journal, RecordEvent } from "../../ports/journal.ts";
import type { Ledger } from "../../ports/ledger.ts";

/** Events that are read at a time. */
const PAGE = 500;

/** No index: the whole ledger is read at every call. */
export function plainJournal(ledger: Pick<Ledger, "since">): Journal {
  return {
    async confirmations(records) {
      const { confirmed } = await fold(ledger);
      const wanted = new Map<string, Confirmations>();
      for (const record of new Set(records)) {
        const times = [...(confirmed.get(record)?.values() ?? [])].sort();
        const last = times.at(-1);
        if (last !== undefined) wanted.set(record, { count: times.length, last });
      }
      return wanted;
    },

    async of(record) {
      const { events } = await fold(ledger);
      return (events.get(record) ?? []).toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
    },
  };
}

/** Everything that the ledger tells, each of its events once. */
async function fold(ledger: Pick<Ledger, "since">) {
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

  for (let position = "", atEnd = false; !atEnd; ) {
    const page = await ledger.since(position, PAGE);
    for (const stored of page.events) {
      if ((seen.get(stored.stream) ?? 0) >= stored.seq) continue;
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
    }
    atEnd = page.next === position;
    position = page.next;
  }
  return { confirmed, events };
}

function entry<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
