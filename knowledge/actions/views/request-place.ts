import * as z from "zod/mini";
import { repositoriesOfForge } from "../../ci/repositories-here.ts";
import type { Config } from "../../config/config.ts";
import { AssayError } from "../../errors.ts";
import type { Deps } from "../../ports/deps.ts";
import type { RepositoryName } from "../../ports/forge.ts";
import { REQUEST_KINDS, type RequestPlace } from "../../proposal/request-identity.ts";
import { Repository } from "./watch-place.ts";

/** Which request a person means; left out, the repository is that of the clone. */
export const requestFields = () => ({
  repository: z.optional(Repository),
  kind: z._default(z.enum(REQUEST_KINDS), "knowledge"),
});

/** The request that is meant. Errors: address_unclear where no remote of the clone is at the forge, those of the repository. */
export async function requestPlace(
  deps: Pick<Deps, "repository">,
  { repository, kind }: { readonly repository?: string | undefined; readonly kind: RequestPlace["kind"] },
  { forge }: Pick<Config, "forge">,
): Promise<RequestPlace> {
  if (repository !== undefined) return { repository: repository as RepositoryName, kind };
  const [first] = await repositoriesOfForge(deps, forge);
  if (first !== undefined) return { repository: first, kind };
  throw new AssayError("address_unclear", {
    address: "the clone",
    problem: `no remote of it is a repository at ${forge.host}`,
    way: `name the repository by \`--repository OWNER/NAME\`, or set \`forge.${forge.kind === "git" ? "url" : "host"}\` in .assay/config.yaml`,
  });
}
