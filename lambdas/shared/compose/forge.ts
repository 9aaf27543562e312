import { AssayError } from "#knowledge";
import { githubChangeRequests } from "#knowledge/adapters/github/change-requests";
import { githubCiFeed } from "#knowledge/adapters/github/ci-feed";
import { githubForge } from "#knowledge/adapters/github/forge";
import { githubClients } from "#knowledge/adapters/github/github-clients";
import { githubRequestBranch } from "#knowledge/adapters/github/request-branch";
import { installationTokens } from "../installation-tokens.ts";
import { tokenNames } from "../token-names.ts";
import { askerFor } from "./asker-for.ts";
import type { ForgePlace, ForgePorts } from "./forge-place.ts";
import { warmAnswers } from "./warm-answers.ts";

/** The ports of the forge that the organisation's settings name. Errors: forge_unsupported, forge_denied, forge_unavailable. */
export async function composeForge(place: ForgePlace): Promise<ForgePorts> {
  const { forge, about, tokenFunction, note } = place;
  const token = installationTokens(tokenFunction, forge.host);
  if (forge.kind === "git") {
    // The build leaves the branch out of functions that write no requests, and with it the package for git.
    if (process.env.ASSAY_REQUESTS !== "no") {
      const { openGit } = await import("./git-forge.ts");
      return openGit(place, await token(place.organisation, about));
    }
    throw new AssayError("forge_unsupported", {
      host: forge.host,
      what: "checks to watch or to look back on",
    });
  }
  const github = {
    host: forge.host,
    api: process.env.ASSAY_GITHUB_API || forge.api,
    auth: {
      kind: "asked",
      ask: async (names: readonly string[]) => token(askerFor(names, place), tokenNames(about, names)),
    } as const,
    userAgent: place.userAgent,
    log: note,
    pauseMs: forge.writePauseMs,
    etags: warmAnswers(place.organisation),
  };
  const clients = githubClients(github);
  return {
    forge: githubForge(github, clients),
    ciFeed: githubCiFeed(github, clients),
    requestBranch: githubRequestBranch(github, clients),
    changeRequests: githubChangeRequests(github, clients),
  };
}
