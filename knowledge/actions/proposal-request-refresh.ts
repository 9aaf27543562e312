import * as z from "zod/mini";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import type { RequestDeps } from "../proposal/request-deps.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { operation } from "./operation.ts";
import { carriedRequest } from "./views/carried-request.ts";
import { RequestOutcome } from "./views/request-outcome.ts";
import { requestFields, requestPlace } from "./views/request-place.ts";

/**
 * Reads a request anew at the forge, keeps what people did since, and brings it to what is wanted: one commit to its own
 * branch, its pull request opened or brought up to date. Killed anywhere it is finished by doing it again; nothing is
 * written twice, nothing ever to a default branch, nothing upon a person's commit. `again`: a person asks once more for
 * what was closed unmerged. With `dryRun` it only says what would be done first. Errors: address_unclear,
 * request_contended, request_content_missing, those of the ports.
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
    const mask = await secretsMask(deps.secrets);
    const by = again ? await deps.person.name() : null;
    return carriedRequest(deps, place, { config, mask, again: by, dryRun });
  },
});
