import { knownRequests } from "#knowledge";
import { isomorphicChangeRequests } from "#knowledge/adapters/isomorphic/change-requests";
import { isomorphicCiFeed } from "#knowledge/adapters/isomorphic/ci-feed";
import { isomorphicForge } from "#knowledge/adapters/isomorphic/forge";
import { gitAccess, gitCredential } from "#knowledge/adapters/isomorphic/git-access";
import { gitRemotes } from "#knowledge/adapters/isomorphic/git-remotes";
import { isomorphicRequestBranch } from "#knowledge/adapters/isomorphic/request-branch";
import { systemClock } from "#knowledge/adapters/system/clock";
import { holdSecret } from "../held-secrets.ts";
import type { ForgePlace, ForgePorts } from "./forge-place.ts";

/** A plain git remote; its address is that of the packed settings, which were reviewed. `token`: as {@link gitCredential} reads it. */
export function openGit({ forge: { host, url }, ledger }: ForgePlace, token: string): ForgePorts {
  const credential = gitCredential(token);
  holdSecret(credential.password);
  const options = gitAccess(process.env.ASSAY_GIT_URL || (url ?? ""), credential, systemClock);
  const remotes = gitRemotes(options);
  const known = knownRequests(ledger);
  return {
    forge: isomorphicForge(options, known, remotes),
    ciFeed: isomorphicCiFeed(host),
    requestBranch: isomorphicRequestBranch(options, remotes),
    changeRequests: isomorphicChangeRequests(options, known, remotes),
  };
}
