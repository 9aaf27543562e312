import * as z from "zod/mini";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { carryOutRequest } from "../proposal/carry-out-request.ts";
import type { RequestDeps } from "../proposal/request-deps.ts";
import { REQUEST_KINDS } from "../proposal/request-identity.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { operation } from "./operation.ts";
import { readByHand } from "./views/by-hand.ts";
import { RequestOutcome, tellOutcome } from "./views/request-outcome.ts";
import { RepositoryInput } from "./views/request-place.ts";

/**
 * Brings the request of a repository and kind to what is wanted: one commit to its own branch, its pull request opened
 * or brought up to date. Killed anywhere it is finished by doing it again; nothing is written twice, nothing ever to a
 * default branch, nothing upon a person's commit. Errors: request_contended, request_content_missing, those of the ports.
 */
export const proposalRequestOpen = operation({
  id: "proposal.request.open",
  title: "Open or update the request for what is wanted",
  input: z.object({ repository: RepositoryInput, kind: z._default(z.enum(REQUEST_KINDS), "knowledge") }),
  output: RequestOutcome,
  writes: true,
  async run(
    deps: RequestDeps & Pick<Deps, "configFile" | "secrets">,
    { repository, kind },
  ): Promise<RequestOutcome> {
    const { labels, forge } = await readConfig(deps.configFile);
    const place = { repository: repository as RepositoryName, kind };
    const carried = await carryOutRequest(deps, place, {
      mask: await secretsMask(deps.secrets),
      label: labels.proposal,
      quotesInPublic: forge.quoteLogsInPublic,
      again: null,
      dryRun: false,
    });
    return tellOutcome(place, carried, await readByHand(deps, place, carried.state.open !== null));
  },
});
