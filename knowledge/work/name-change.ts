import { readAddress } from "../ci/read-address.ts";
import type { Config } from "../config/config.ts";
import type { Deps } from "../ports/deps.ts";
import { locateChange } from "./locate-change.ts";
import type { ChangeId } from "./read-change.ts";

/** What an address names, without asking the forge where it says so itself. Errors: those of {@link locateChange}. */
export async function nameChange(
  deps: Pick<Deps, "forge" | "repository">,
  address: string | null,
  config: Pick<Config, "forge">,
): Promise<ChangeId> {
  if (address !== null) {
    const read = readAddress(address, config.forge.host);
    if (read.kind === "change" && read.repository !== null)
      return { repository: read.repository, number: read.number };
  }
  const { repository, number } = await locateChange(deps, address, config);
  return { repository, number };
}
