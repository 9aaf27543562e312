import { readConfig } from "../config/read-config.ts";
import { AssayError } from "../errors.ts";
import { type LedgerSight, unseenLedger } from "../ledger/unseen-ledger.ts";
import type { Deps } from "../ports/deps.ts";
import type { QaRefusal } from "../qa/refusal.ts";

/** Ports that tell whether the shared ledger is seen. */
export type SightDeps = Pick<Deps, "configFile" | "ledgerRemote" | "ledgerSync">;

/**
 * The refusal of a gate that does not see the shared ledger which the settings name; null where it sees it, or where none is
 * named. Errors: config_invalid, those of the ports but for a remote that is not there or does not answer.
 */
export async function refuseUnseenLedger({
  configFile,
  ledgerRemote,
  ledgerSync,
}: SightDeps): Promise<QaRefusal | null> {
  const { ledgerRemote: remote } = await readConfig(configFile);
  if (remote === null) return null;
  const { head } = await ledgerSync.standing();
  const sight = { remote, head, ...(await lookAt(ledgerRemote, remote)) };
  const unseen = unseenLedger({ ...sight, isBehind: await isBehind(ledgerRemote, sight) });
  return unseen === null ? null : { kind: "refused", code: "precondition_failed", ...unseen };
}

/** Where the shared ledger stands at a remote, or why that cannot be seen. Errors: those of the port but for the latter. */
export async function lookAt(
  ledgerRemote: Deps["ledgerRemote"],
  remote: string,
): Promise<{ readonly tip: string | null; readonly why: string | null }> {
  try {
    return { tip: await ledgerRemote.tip(remote), why: null };
  } catch (error) {
    if (error instanceof AssayError && UNSEEN.has(error.code)) return { tip: null, why: error.message };
    throw error;
  }
}

/** Whether what was taken in goes on from where the remote stands; false where that cannot be told. */
async function isBehind(
  ledgerRemote: Deps["ledgerRemote"],
  { remote, tip, head }: Omit<LedgerSight, "isBehind" | "why">,
): Promise<boolean> {
  if (tip === null || head === null || tip === head) return false;
  try {
    return (await ledgerRemote.fetch(remote, head, tip)) === "behind";
  } catch (error) {
    if (error instanceof AssayError && UNSEEN.has(error.code)) return false;
    throw error;
  }
}

const UNSEEN: ReadonlySet<string> = new Set([
  "remote_unavailable",
  "ledger_remote_missing",
  "git_unavailable",
]);
