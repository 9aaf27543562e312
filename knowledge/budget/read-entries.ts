import type { Ledger } from "../ports/ledger.ts";
import { type AccountEntry, endOf, entryOf, takesEnd } from "./account-entry.ts";
import { accountStream } from "./account-events.ts";

/**
 * Every entry that an account ever had, oldest first, also those that its state keeps as sums only. Errors: those of
 * the ledger.
 */
export async function readEntries(
  ledger: Pick<Ledger, "read">,
  account: string,
): Promise<readonly AccountEntry[]> {
  const entries = new Map<string, AccountEntry>();
  for await (const event of ledger.read(accountStream(account))) {
    const entry = entryOf(event);
    if (entry !== null && !entries.has(entry.id)) entries.set(entry.id, entry);
    const known = entries.get(String(event.data.id));
    const end = endOf(event);
    if (end !== null && known !== undefined && takesEnd(known, end)) entries.set(known.id, { ...known, end });
  }
  return [...entries.values()];
}
