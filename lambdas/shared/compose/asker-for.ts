import { AssayError } from "#knowledge";
import { shareNames, strangerTo } from "../watching.ts";
import type { ForgePlace } from "./forge-place.ts";

/**
 * The organisation as which these repositories are asked about: the message's own, or another one on the same GitHub
 * host that watches them. Any other name may be of another forge, and what opens one never goes to the other. Errors:
 * forge_denied.
 */
export function askerFor(
  names: readonly string[],
  { organisation, forge, watching }: Pick<ForgePlace, "forge" | "organisation" | "watching">,
): string {
  const own = watching.filter((one) => one.organisation === organisation);
  const others = watching.filter((one) => shareNames(one.forge, forge));
  const asker = [...own, ...others].find((one) => strangerTo(one, names) === undefined);
  if (asker !== undefined) return asker.organisation;
  throw new AssayError("forge_denied", {
    host: forge.host,
    asked: own.flatMap((one) => strangerTo(one, names) ?? []).join() || "the repositories",
    reason: `${organisation} does not watch it`,
    way: "name it in the settings of its organisation and deploy again",
  });
}
