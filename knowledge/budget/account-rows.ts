import { readState } from "../ledger/read-state.ts";
import type { Ledger } from "../ports/ledger.ts";
import { ACCOUNT, type AccountSummary, summaryOfAccount } from "./account.ts";
import { accountStream } from "./account-events.ts";

export interface AccountRow extends AccountSummary {
  readonly account: string;
}

/**
 * A row an account, in no order. Summaries are written after an event and may be one behind; an account without one
 * is folded. Errors: those of the ledger.
 */
export async function accountRows(ledger: Ledger): Promise<AccountRow[]> {
  const prefix = accountStream("");
  const kept = new Map((await ledger.summaries(ACCOUNT.kind)).map((one) => [one.stream, one]));
  const rows: AccountRow[] = [];
  for (const stream of await ledger.streams(prefix)) {
    const known = kept.get(stream);
    const row =
      known?.v === ACCOUNT.summary.v
        ? (known.data as unknown as AccountSummary)
        : summaryOfAccount((await readState(ledger, stream, ACCOUNT)).state);
    rows.push({ account: stream.slice(prefix.length), ...row });
  }
  return rows;
}
