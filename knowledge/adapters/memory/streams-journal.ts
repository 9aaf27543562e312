import type { Journal } from "../../ports/journal.ts";
import type { Ledger, StoredEvent } from "../../ports/ledger.ts";
import { type JournalFold, journalFold } from "./journal-fold.ts";

/** Streams that tell of records. */
const RUNS = "learning/";
const PERSONS = "person/";
/** Streams that are read at the same time. */
const AT_ONCE = 16;

/**
 * No index, over a ledger whose feed holds much beside: only the streams that tell of records are read. A run whose
 * curation was read confirms nothing more, so that it is read once for confirmations in the life of this journal.
 */
export function streamsJournal(ledger: Pick<Ledger, "read" | "streams">): Journal {
  const known = journalFold();
  const over = new Set<string>();
  let reading: Promise<void> = Promise.resolve();

  async function readRuns(): Promise<void> {
    const left = (await ledger.streams(RUNS)).filter((stream) => !over.has(stream));
    await readStreams(ledger, left, known, (event) => {
      if (event.type === "curation.finished") over.add(event.stream);
    });
  }

  return {
    async confirmations(records) {
      if (records.length === 0) return new Map();
      // One after the other: two readings would give a stream's events twice.
      reading = reading.catch(() => {}).then(readRuns);
      await reading;
      return known.confirmations(records);
    },

    async of(record) {
      const all = journalFold();
      const [runs, persons] = await Promise.all([ledger.streams(RUNS), ledger.streams(PERSONS)]);
      await readStreams(ledger, [...runs, ...persons], all);
      return all.of(record);
    },
  };
}

async function readStreams(
  ledger: Pick<Ledger, "read">,
  streams: readonly string[],
  fold: JournalFold,
  also: (event: StoredEvent) => void = () => {},
): Promise<void> {
  const waiting = streams.values();
  const worker = async (): Promise<void> => {
    for (const stream of waiting)
      for await (const event of ledger.read(stream, fold.seqOf(stream))) {
        fold.add(event);
        also(event);
      }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, streams.length) }, worker));
}
