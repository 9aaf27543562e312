import type { Journal } from "../../ports/journal.ts";
import type { Ledger } from "../../ports/ledger.ts";
import { type JournalFold, journalFold } from "./journal-fold.ts";

/** Events that are read at a time. */
const PAGE = 500;

/** No index: the whole ledger is read at every call. */
export function plainJournal(ledger: Pick<Ledger, "since">): Journal {
  return {
    confirmations: async (records) => (await fold(ledger)).confirmations(records),
    of: async (record) => (await fold(ledger)).of(record),
  };
}

/** Everything that the ledger tells, each of its events once. */
async function fold(ledger: Pick<Ledger, "since">): Promise<JournalFold> {
  const told = journalFold();
  for (let position = "", atEnd = false; !atEnd; ) {
    const page = await ledger.since(position, PAGE);
    for (const stored of page.events) told.add(stored);
    atEnd = page.next === position;
    position = page.next;
  }
  return told;
}
