import * as z from "zod/mini";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import { nameChange } from "../work/name-change.ts";
import { readChange } from "../work/read-change.ts";
import { viewChange } from "../work/view-change.ts";
import { operation } from "./operation.ts";
import { ChangeAddress } from "./views/change-address.ts";
import { ChangeView } from "./views/change-view.ts";

/**
 * Shows the live or last run of a change: its steps, their rounds, what each found, wrote and cost. Asks the forge only
 * where the address does not name the change by itself. Errors: change_unknown, address_unclear, change_missing.
 */
export const changeStatus = operation({
  id: "change.status",
  title: "Show a change under QA with its steps, rounds and spend",
  input: z.object({ address: ChangeAddress }),
  output: ChangeView,
  writes: false,
  async run(
    deps: Pick<Deps, "forge" | "repository" | "configFile" | "ledger">,
    { address },
  ): Promise<ChangeView> {
    const config = await readConfig(deps.configFile);
    const { run } = await readChange(deps, await nameChange(deps, address ?? null, config));
    return viewChange(deps, run);
  },
});
