import type { Ledger } from "../../ports/ledger.ts";

/** A ledger whose file is found, and whose code is loaded, at the first call. */
export function lateLedger(open: () => Promise<Ledger>): Ledger {
  let opened: Promise<Ledger> | undefined;
  const ledger = () => {
    opened ??= open();
    return opened;
  };
  return {
    append: async (...args) => (await ledger()).append(...args),
    streams: async (prefix) => (await ledger()).streams(prefix),
    since: async (...args) => (await ledger()).since(...args),
    summaries: async (kind) => (await ledger()).summaries(kind),
    putSummary: async (summary) => (await ledger()).putSummary(summary),
    snapshot: async (...args) => (await ledger()).snapshot(...args),
    putSnapshot: async (snapshot) => (await ledger()).putSnapshot(snapshot),
    async *read(stream, after) {
      yield* (await ledger()).read(stream, after);
    },
    close: async () => (await opened)?.close(),
  };
}
