import * as z from "zod/mini";
import { holdSettings } from "../config/hold-settings.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { replacePorts } from "../ports/replace-ports.ts";
import type { WorkDeps } from "../work/carry-out.ts";
import { nameChange } from "../work/name-change.ts";
import { readChange } from "../work/read-change.ts";
import { trustSettings } from "../work/trust-settings.ts";
import { viewChange } from "../work/view-change.ts";
import { workChange } from "../work/work-change.ts";
import { operation } from "./operation.ts";
import { ChangeAddress } from "./views/change-address.ts";
import { ChangeView } from "./views/change-view.ts";
import { TrustSettings } from "./views/trust-settings.ts";

const ChangeWorked = z.lazy(() =>
  z.object({
    /** `waiting`: for whom `wait` says. `unconfirmed`: the tests' command needs a person's word first. */
    result: z.enum(["finished", "waiting", "unconfirmed"]),
    wait: z.nullable(
      z.object({
        for: z.enum(["ci", "builder", "reviewer", "holder", "forge"]),
        running: z.array(z.string()),
        until: z.nullable(z.string()),
        holder: z.nullable(z.string()),
      }),
    ),
    command: z.nullable(z.object({ command: z.string(), source: z.string() })),
    view: ChangeView,
  }),
);
export type ChangeWorked = z.output<typeof ChangeWorked>;

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
  output: ChangeWorked,
  writes: true,
  async run(
    deps: Omit<WorkDeps, "model"> & Pick<Deps, "messages" | "models" | "repository">,
    { address, wait: waits, confirmCommand: confirms, trustSettings: trusts },
  ): Promise<ChangeWorked> {
    const configFile = await holdSettings(deps.configFile);
    const config = await readConfig(configFile);
    const id = await nameChange(deps, address ?? null, config);
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
    const view = await viewChange(deps, (await readChange(deps, id)).run);
    const wait = worked.kind === "waiting" ? toldWait(worked.wait) : null;
    const command =
      worked.kind === "unconfirmed"
        ? { command: worked.command.command, source: worked.command.source }
        : null;
    return { result: worked.kind, wait, command, view };
  },
});

type Waiting = Extract<Awaited<ReturnType<typeof workChange>>, { kind: "waiting" }>["wait"];

function toldWait(wait: Waiting): ChangeWorked["wait"] {
  return {
    for: wait.for,
    running: wait.for === "ci" ? [...wait.running] : [],
    until: "until" in wait ? wait.until : null,
    holder: wait.for === "holder" ? wait.holder : null,
  };
}
