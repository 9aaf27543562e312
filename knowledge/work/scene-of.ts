import type { StepPlace } from "../change/change-events.ts";
import type { ChangeRun } from "../change/change-state.ts";
import type { Config } from "../config/config.ts";
import { readOwners } from "../engineer/read-owners.ts";
import type { Scene } from "../engineer/scene.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { secretsMask } from "../store/secrets-mask.ts";

/**
 * Where a step of a run stands and how it may speak. Owners come from the CODEOWNERS file of the base branch: the
 * change's own could name anybody. Errors: those of the forge; secrets_unreadable.
 */
export async function sceneOf(
  deps: Pick<Deps, "forge" | "secrets">,
  { change, hasBuilder }: ChangeRun,
  place: StepPlace,
  { config, base }: { readonly config: Config; readonly base: string },
): Promise<Scene> {
  const repository = change.repository as RepositoryName;
  const [mask, owners, isPublic] = await Promise.all([
    secretsMask(deps.secrets),
    readOwners(deps, {
      repository,
      at: base,
      paths: async () => (await deps.forge.changedFiles(repository, change.number)).map(({ path }) => path),
    }),
    deps.forge.isPublic(repository),
  ]);
  return {
    ...place,
    change: masked(change, mask),
    hasBuilder,
    labels: config.labels,
    owners,
    hasWebhook: config.webhook !== null,
    mask,
    quotesLogs: !isPublic || config.forge.quoteLogsInPublic,
  };
}

function masked(change: ChangeRun["change"], mask: SecretMask): ChangeRun["change"] {
  return { ...change, title: mask(change.title) };
}
