import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import { ACCOUNT, type Account } from "./account.ts";
import { accountStream } from "./account-events.ts";

/** The state of an account now. Errors: those of the ledger. */
export async function readAccount(
  ledger: Pick<Deps["ledger"], "read" | "snapshot">,
  account: string,
): Promise<Account> {
  return (await readState(ledger, accountStream(account), ACCOUNT)).state;
}
