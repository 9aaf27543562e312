import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";

/** The remote that the ledger is shared through: the one that is named, that of the settings, or `origin`. Errors: config_invalid. */
export async function remoteOf(
  { configFile }: Pick<Deps, "configFile">,
  named: string | undefined,
): Promise<string> {
  return named ?? (await readConfig(configFile)).ledgerRemote ?? "origin";
}
