import * as z from "zod/mini";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { RequestContent } from "../proposal/request-content.ts";
import { REQUEST_KINDS } from "../proposal/request-identity.ts";
import { wantRequest } from "../proposal/want-request.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { operation } from "./operation.ts";
import { RepositoryInput } from "./views/request-place.ts";
import { RequestView, viewRequest } from "./views/request-view.ts";

const Wanted = z.lazy(() => z.object({ kept: z.enum(["new", "same"]), request: RequestView }));

/**
 * Hands over files to be proposed, with the evidence for them: kept until `proposal.request.open` carries it out.
 * Handed over twice it counts once. Errors: input_invalid, secret_refused, those of ledger and artifacts.
 */
export const proposalRequestWant = operation({
  id: "proposal.request.want",
  title: "Hand over files that are to be proposed",
  input: z.object({
    repository: RepositoryInput,
    kind: z.enum(REQUEST_KINDS),
    source: z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(200),
        z.describe("what it comes from, e.g. a run; it takes the place of what that handed over before"),
      ),
    by: z._default(z.string().check(z.minLength(1), z.maxLength(200)), "assay"),
    content: RequestContent,
  }),
  output: Wanted,
  writes: true,
  async run(
    deps: Pick<Deps, "artifacts" | "clock" | "ledger" | "secrets">,
    { repository, kind, source, by, content },
  ): Promise<z.output<typeof Wanted>> {
    const place = { repository: repository as RepositoryName, kind };
    const mask = await secretsMask(deps.secrets);
    const { kept, state } = await wantRequest(deps, place, { source, by, content, mask });
    return { kept, request: viewRequest(place, state) };
  },
});
