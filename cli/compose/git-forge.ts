import { type Config, knownRequests } from "#knowledge";
import { isomorphicChangeRequests } from "#knowledge/adapters/isomorphic/change-requests";
import { isomorphicCiFeed } from "#knowledge/adapters/isomorphic/ci-feed";
import { isomorphicForge } from "#knowledge/adapters/isomorphic/forge";
import { gitAccess, gitPlace } from "#knowledge/adapters/isomorphic/git-access";
import { gitRemotes } from "#knowledge/adapters/isomorphic/git-remotes";
import { isomorphicRequestBranch } from "#knowledge/adapters/isomorphic/request-branch";
import { systemClock } from "#knowledge/adapters/system/clock";
import type { ForgePlace, ForgePorts } from "./forge-place.ts";

/** A plain git remote, as the environment signs in; what one port fetched the others have. */
export async function openGit(
  { env, ledger }: ForgePlace,
  { host, url: named }: Config["forge"],
): Promise<ForgePorts> {
  const { url, credential } = gitPlace(env, named ?? "");
  const options = gitAccess(url, credential, systemClock);
  const remotes = gitRemotes(options);
  const known = knownRequests(ledger);
  return {
    forge: isomorphicForge(options, known, remotes),
    ciFeed: isomorphicCiFeed(host),
    requestBranch: isomorphicRequestBranch(options, remotes),
    changeRequests: isomorphicChangeRequests(options, known, remotes),
  };
}
