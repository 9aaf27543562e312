import type { LedgerRemote } from "../../ports/ledger-remote.ts";

/** A shared ledger whose clone is found, and whose code is loaded, at the first call. */
export function lateLedgerRemote(open: () => Promise<LedgerRemote>): LedgerRemote {
  let opened: Promise<LedgerRemote> | undefined;
  const remote = () => {
    opened ??= open();
    return opened;
  };
  return {
    tip: async (...args) => (await remote()).tip(...args),
    fetch: async (...args) => (await remote()).fetch(...args),
    async *pieces(...args) {
      yield* (await remote()).pieces(...args);
    },
    write: async (...args) => (await remote()).write(...args),
    push: async (...args) => (await remote()).push(...args),
    isPushing: async () => (await remote()).isPushing(),
    keep: async (...args) => (await remote()).keep(...args),
  };
}
