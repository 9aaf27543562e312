import * as z from "zod/mini";
import { holdSettings } from "../config/hold-settings.ts";
import { readConfig } from "../config/read-config.ts";
import { AssayError } from "../errors.ts";
import type { Deps } from "../ports/deps.ts";
import { beginChange } from "../work/begin-change.ts";
import { beginningIssue } from "../work/beginning-issue.ts";
import { locateChange } from "../work/locate-change.ts";
import { trustSettings } from "../work/trust-settings.ts";
import { viewChange } from "../work/view-change.ts";
import { operation } from "./operation.ts";
import { ChangeAddress } from "./views/change-address.ts";
import { ChangeView } from "./views/change-view.ts";
import { TrustSettings } from "./views/trust-settings.ts";

const DEFAULT_WORKFLOW = "change-quick";

const ChangeStarted = z.lazy(() =>
  z.object({
    /** `planned`: it would begin; nothing was done, because only that was asked. */
    result: z.enum(["started", "planned", "live", "refused"]),
    /** Why nothing was begun, and the way out; null where a run is there. */
    refusal: z.nullable(z.object({ code: z.string(), why: z.string(), recover: z.string() })),
    view: z.nullable(ChangeView),
  }),
);
export type ChangeStarted = z.output<typeof ChangeStarted>;

/**
 * Puts a change under QA: a run of a workflow begins, unless one is live. Nothing is asked of a model, and nothing is
 * written to the forge. Errors: workflow_unknown, settings_untrusted, address_unclear, change_missing, those of the forge,
 * git and the ledger.
 */
export const changeStart = operation({
  id: "change.start",
  title: "Put a change under QA",
  input: z.object({
    address: ChangeAddress,
    workflow: z
      ._default(z.string(), DEFAULT_WORKFLOW)
      .check(z.describe("name of a workflow of the settings")),
    builder: z
      .optional(z.string().check(z.minLength(1)))
      .check(
        z.describe(
          "who answers findings by commits, a person or a coding agent; left out, only a bot's change has one",
        ),
      ),
    note: z
      .optional(z.string().check(z.minLength(1), z.maxLength(4_000)))
      .check(z.describe("what a person adds to the intent, e.g. the answer to a question")),
    issue: z
      .optional(z.int().check(z.positive()))
      .check(
        z.describe(
          "number of the issue that began the change; left out, the first one that it closes and that is of ours",
        ),
      ),
    trustSettings: TrustSettings,
    dryRun: z._default(z.boolean(), false).check(z.describe("say what would be done, and do nothing")),
  }),
  output: ChangeStarted,
  writes: true,
  async run(
    deps: Pick<
      Deps,
      | "changeBranch"
      | "clock"
      | "configFile"
      | "forge"
      | "ids"
      | "ledger"
      | "person"
      | "repository"
      | "secrets"
    >,
    { address, workflow: name, builder, note, issue, trustSettings: trusts, dryRun },
  ): Promise<ChangeStarted> {
    const configFile = await holdSettings(deps.configFile);
    const config = await readConfig(configFile);
    const workflow = config.workflows.find((one) => one.name === name && one.enabled);
    if (workflow === undefined) {
      const names = config.workflows.filter(({ enabled }) => enabled).map((one) => one.name);
      throw new AssayError("workflow_unknown", { workflow: name, workflows: names.join(", ") });
    }
    const change = await locateChange(deps, address ?? null, config);
    await trustSettings(deps, change, { configFile, trusts });
    const { repository, body } = change;
    const began = { repository, body, named: issue ?? null };
    const begun = await beginChange(deps, {
      change,
      config,
      workflow,
      builder: builder ?? null,
      note: note ?? null,
      issue: await beginningIssue(deps, began, config),
      dryRun,
    });
    if (begun.kind === "refused") {
      const { code, why, recover } = begun;
      return { result: "refused", refusal: { code, why, recover }, view: null };
    }
    return { result: begun.kind, refusal: null, view: await viewChange(deps, begun.run) };
  },
});
