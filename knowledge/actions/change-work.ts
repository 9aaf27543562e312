import * as z from "zod/mini";
import { holdSettings } from "../config/hold-settings.ts";
import { readConfig } from "../config/read-config.ts";
import { nameChange } from "../work/name-change.ts";
import { type TrustedWorkDeps, workTrusted } from "../work/work-trusted.ts";
import { operation } from "./operation.ts";
import { ChangeAddress } from "./views/change-address.ts";
import { TrustSettings } from "./views/trust-settings.ts";
import { WorkedView, workedView } from "./views/worked-view.ts";

export type ChangeWorked = WorkedView;

/**
 * Does what is to be done for a change now: waits for CI, works as its QA engineer, writes what was decided; until it
 * waits for its builder or reviewer, has ended, or a person's word is needed. Can be killed and called again anywhere.
 * All of it by the settings as they stood when it was called. Errors: change_unknown, settings_untrusted, those of the
 * forge, git, the model and the ledger.
 */
export const changeWork = operation({
  id: "change.work",
  title: "Work on a change as its QA engineer",
  input: z.object({
    address: ChangeAddress,
    wait: z._default(z.boolean(), true).check(z.describe("whether to wait for CI")),
    confirmCommand: z
      ._default(z.boolean(), false)
      .check(z.describe("the command that was shown last may be run here, in the sandbox; kept for later")),
    trustSettings: TrustSettings,
  }),
  output: WorkedView,
  writes: true,
  async run(
    deps: TrustedWorkDeps,
    { address, wait: waits, confirmCommand: confirms, trustSettings: trusts },
  ): Promise<ChangeWorked> {
    const configFile = await holdSettings(deps.configFile);
    const id = await nameChange(deps, address ?? null, await readConfig(configFile));
    return workedView(await workTrusted(deps, id, { configFile, trusts, waits, confirms }));
  },
});
