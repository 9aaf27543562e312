import * as z from "zod/mini";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import { carryOutRequest } from "../proposal/carry-out-request.ts";
import type { RequestDeps } from "../proposal/request-deps.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { operation } from "./operation.ts";
import { readByHand } from "./views/by-hand.ts";
import { RequestOutcome, tellOutcome } from "./views/request-outcome.ts";
import { requestFields, requestPlace } from "./views/request-place.ts";

/**
 * Reads a request anew at the forge, keeps what people did since, and brings it to what is wanted. `again`: a person
 * asks once more for what was closed unmerged. With `dryRun` it only says what would be done first. Errors:
 * address_unclear, request_contended, request_content_missing, those of the ports.
 */
export const proposalRequestRefresh = operation({
  id: "proposal.request.refresh",
  title: "Read a request anew and bring it up to date",
  input: z.object({
    ...requestFields(),
    again: z
      ._default(z.boolean(), false)
      .check(z.describe("propose once more what was closed unmerged, as a person's word")),
    dryRun: z._default(z.boolean(), false).check(z.describe("only say what would be done")),
  }),
  output: RequestOutcome,
  writes: true,
  async run(
    deps: RequestDeps & Pick<Deps, "configFile" | "person" | "repository" | "secrets">,
    { again, dryRun, ...meant },
  ): Promise<RequestOutcome> {
    const config = await readConfig(deps.configFile);
    const place = await requestPlace(deps, meant, config);
    const carried = await carryOutRequest(deps, place, {
      mask: await secretsMask(deps.secrets),
      label: config.labels.proposal,
      quotesInPublic: config.forge.quoteLogsInPublic,
      again: again ? await deps.person.name() : null,
      dryRun,
    });
    return tellOutcome(place, carried, await readByHand(deps, place, carried.state.open !== null));
  },
});
