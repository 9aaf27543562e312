import * as z from "zod/mini";
import { findTarget } from "../ci/find-target.ts";
import { readChecks } from "../ci/read-checks.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { operation } from "./operation.ts";
import { CiAddress } from "./views/ci-address.ts";
import { CiStatus, toldStatus } from "./views/ci-view.ts";

/**
 * Which checks of a commit run, passed, failed or are unclear, both check runs and commit statuses, with their links.
 * When the commit was pushed is not known here, so one that nothing has reported on is `silent`, from now on.
 * Errors: address_unclear, change_missing, config_invalid, secrets_unreadable, those of the forge.
 */
export const ciStatus = operation({
  id: "ci.status",
  title: "Tell which checks of a change run, passed and failed",
  input: z.object({ address: CiAddress }),
  output: CiStatus,
  writes: false,
  async run(
    deps: Pick<Deps, "forge" | "repository" | "configFile" | "clock" | "secrets">,
    { address },
  ): Promise<CiStatus> {
    const { forge: place, ci: settings } = await readConfig(deps.configFile);
    const [target, mask] = await Promise.all([
      findTarget(deps, address ?? null, place),
      secretsMask(deps.secrets),
    ]);
    const mergedAt = target.change?.mergedAt ?? null;
    const since = mergedAt === null ? deps.clock.now() : Date.parse(mergedAt);
    const { checks, outcome } = await readChecks(deps, target, { since, settings, mask });
    return toldStatus(target, checks, outcome, mask);
  },
});
