import { knownRequests } from "#knowledge";
import { isomorphicChangeRequests } from "#knowledge/adapters/isomorphic/change-requests";
import { isomorphicCiFeed } from "#knowledge/adapters/isomorphic/ci-feed";
import { isomorphicForge } from "#knowledge/adapters/isomorphic/forge";
import { gitAccess, gitCredential } from "#knowledge/adapters/isomorphic/git-access";
import { gitRemotes } from "#knowledge/adapters/isomorphic/git-remotes";
import { isomorphicRequestBranch } from "#knowledge/adapters/isomorphic/request-branch";
import { systemClock } from "#knowledge/adapters/system/clock";
import { gitTokenName } from "../../token/git-token-name.ts";
import { holdSecret } from "../held-secrets.ts";
import { askerFor } from "./asker-for.ts";
import type { ForgePlace, ForgePorts } from "./forge-place.ts";

/**
 * A plain git remote, for what its organisation watches; its address is that of the packed settings, which were reviewed.
 * `token`: as {@link gitCredential} reads it.
 */
export function openGit(place: ForgePlace, token: string): ForgePorts {
  const { forge, ledger, organisation } = place;
  const credential = gitCredential(token);
  holdSecret(credential.password);
  const access = gitAccess(process.env.ASSAY_GIT_URL || (forge.url ?? ""), credential, systemClock);
  const options: typeof access = {
    ...access,
    url: (repository) => {
      askerFor([repository], place);
      return access.url(repository);
    },
    wayIn: `put a token that it takes into Parameter Store as ${gitTokenName(organisation)}`,
  };
  const remotes = gitRemotes(options);
  const known = knownRequests(ledger);
  return {
    forge: isomorphicForge(options, known, remotes),
    ciFeed: isomorphicCiFeed(forge.host),
    requestBranch: isomorphicRequestBranch(options, remotes),
    changeRequests: isomorphicChangeRequests(options, known, remotes),
  };
}
