import type { Journal } from "../../ports/journal.ts";

/**
 * A journal that is opened when there is a ledger to read: else no database is loaded, and nothing has happened. `find`
 * gives what opens it, or null where nobody can have written to a ledger yet.
 */
export function lateJournal(find: () => Promise<(() => Promise<Journal>) | null>): Journal {
  let opened: Promise<Journal> | undefined;
  async function journal(): Promise<Journal | null> {
    if (opened !== undefined) return opened;
    const open = await find();
    if (open === null) return null;
    opened ??= open();
    return opened;
  }
  return {
    confirmations: async (records) => (await journal())?.confirmations(records) ?? new Map(),
    of: async (record) => (await journal())?.of(record) ?? [],
  };
}
