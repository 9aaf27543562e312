import { findTarget } from "../ci/find-target.ts";
import type { Config } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import type { ForgeChange } from "../ports/forge.ts";

/**
 * The change that an address names, or the open one of the current branch. Errors: address_unclear where it names a
 * commit or a run of none, change_missing, those of the forge and the repository.
 */
export async function locateChange(
  deps: Pick<Deps, "forge" | "repository">,
  address: string | null,
  { forge }: Pick<Config, "forge">,
): Promise<ForgeChange> {
  const { change } = await findTarget(deps, address, forge);
  if (change !== null) return change;
  throw new AssayError("address_unclear", {
    address: address ?? "HEAD",
    problem: "it names no change",
    way: "name the change: its address, `owner/name#12` or `#12`",
  });
}
