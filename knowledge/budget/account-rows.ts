import { streamRows } from "../ledger/summary-rows.ts";
import type { Ledger } from "../ports/ledger.ts";
import { ACCOUNT, type Account, type AccountSummary } from "./account.ts";
import { accountStream } from "./account-events.ts";

export interface AccountRow extends AccountSummary {
  readonly account: string;
}

/**
 * A row an account, in no order. Summaries are written after an event and may be one behind; an account without one
 * is folded. Errors: those of the ledger.
 */
export async function accountRows(ledger: Ledger): Promise<AccountRow[]> {
  const start = accountStream("").length;
  const rows = await streamRows<AccountSummary, Account>(ledger, ACCOUNT);
  return rows.map(({ stream, row }) => ({ account: stream.slice(start), ...row }));
}
