import type { ConfigFile } from "../ports/config-file.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { replacePorts } from "../ports/replace-ports.ts";
import type { WorkDeps } from "./carry-out.ts";
import { type ChangeId, readChange } from "./read-change.ts";
import { trustSettings } from "./trust-settings.ts";
import { viewChange } from "./view-change.ts";
import { type Worked, workChange } from "./work-change.ts";

export type TrustedWorkDeps = Omit<WorkDeps, "model"> & Pick<Deps, "messages" | "models" | "repository">;

export interface TrustedWorkQuestion {
  /** The settings as they stood when the work was asked for. */
  readonly configFile: ConfigFile;
  /** A person stands by them. */
  readonly trusts: boolean;
  readonly waits: boolean;
  readonly confirms: boolean;
}

export interface TrustedWork {
  readonly worked: Worked;
  readonly view: Awaited<ReturnType<typeof viewChange>>;
}

/**
 * Works on a change by the settings of the work tree, once it is known that they are not the change's own; tells of the
 * checks that are waited for. Errors: change_unknown, settings_untrusted, those of the forge, git, the model and the
 * ledger.
 */
export async function workTrusted(
  deps: TrustedWorkDeps,
  id: ChangeId,
  { configFile, trusts, waits, confirms }: TrustedWorkQuestion,
): Promise<TrustedWork> {
  const change = await deps.forge.change(id.repository as RepositoryName, id.number);
  await trustSettings(deps, change, { configFile, trusts });
  const model = await deps.models.of(configFile);
  let told = "";
  const worked = await workChange(replacePorts(deps, { configFile, model }), id, {
    waits,
    confirms,
    onWait: ({ wait }) => {
      const running = wait.for === "ci" ? wait.running : [];
      const said = JSON.stringify([wait.for, running]);
      if (said !== told && wait.for === "ci")
        deps.messages.tell({ kind: "ci", running, failed: [], total: running.length, waitedSeconds: 0 });
      told = said;
    },
  });
  return { worked, view: await viewChange(deps, (await readChange(deps, id)).run) };
}
