import { memoryHistory } from "../../knowledge/adapters/memory/history.ts";
import { streamsJournal } from "../../knowledge/adapters/memory/streams-journal.ts";
import { ledgerScope, scopedLedger } from "../../knowledge/ledger/scoped-ledger.ts";
import type { Ledger } from "../../knowledge/ports/ledger.ts";
import type { Memories } from "../../knowledge/ports/memories.ts";

/** What is remembered of each repository in a ledger that all of them share, as functions have it. */
export function sharedMemories(shared: Ledger): Memories {
  return {
    async of(repository) {
      const ledger = scopedLedger(shared, async () => ledgerScope(repository));
      return { ledger, journal: streamsJournal(ledger), history: memoryHistory() };
    },
  };
}

/** What a clone without a name remembers: of every repository the same. */
export function oneMemory(ledger: Ledger): Memories {
  return { of: async () => ({ ledger, journal: streamsJournal(ledger), history: memoryHistory() }) };
}
