import { existsSync } from "node:fs";
import type { Journal } from "../../ports/journal.ts";

/** How a {@link lateJournal} comes to its ledger. */
interface Place {
  /** Path of the ledger's file, which need not be there, or null outside of a repository. */
  find(): Promise<string | null>;
  open(ledger: string): Promise<Journal>;
}

/** A journal that is opened when there is a ledger to read: else no database is loaded, and nothing has happened. */
export function lateJournal({ find, open }: Place): Journal {
  let opened: Promise<Journal> | undefined;
  async function journal(): Promise<Journal | null> {
    const ledger = await find();
    if (ledger === null || !existsSync(ledger)) return null;
    opened ??= open(ledger);
    return opened;
  }
  return {
    confirmations: async (records) => (await journal())?.confirmations(records) ?? new Map(),
    of: async (record) => (await journal())?.of(record) ?? [],
  };
}
