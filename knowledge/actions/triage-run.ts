import * as z from "zod/mini";
import { usdOf } from "../budget/micros.ts";
import { holdSettings } from "../config/hold-settings.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { replacePorts } from "../ports/replace-ports.ts";
import { runTriage, type TriageDeps } from "../triage/run-triage.ts";
import { needsPerson } from "../triage/tell-issue.ts";
import type { TriageOutcome } from "../triage/triage-outcome.ts";
import { needWatch } from "../watch/need-watch.ts";
import { operation } from "./operation.ts";
import { Organisation, Repository } from "./views/watch-place.ts";

/** Milliseconds that one call of the model may take; two of them fit into a lease. */
const CALL_MS = 120_000;

const TriageRan = z.lazy(() =>
  z.object({
    repository: z.string(),
    failure: z.string(),
    /**
     * `done`: decided, and written what is to be written. `answered`: done before. `skipped`: the workflow is off.
     * `refused`: no money is left; nobody is asked to try before `until`. `later`: checks run again, or the forge's lists
     * are behind. The last two and `claimed-by-other` stay due.
     */
    kind: z.enum(["done", "answered", "claimed-by-other", "skipped", "refused", "later"]),
    /** Null unless `done`. */
    decision: z.nullable(
      z.object({
        word: z.enum(["code", "test", "flake", "infrastructure", "unclear"]),
        by: z.enum(["rules", "model"]),
        why: z.string(),
        /** Number of the change that the failures point to. */
        suspect: z.nullable(z.int()),
        /** Numbers of the changes that came in since the branch passed, newest first. */
        merged: z.array(z.int()),
        needsPerson: z.boolean(),
      }),
    ),
    /** The one issue; null where none was opened. */
    issue: z.nullable(z.object({ number: z.int(), url: z.string(), title: z.string() })),
    spentUSD: z.string(),
    /** Why nothing was done, why the forge did not take the issue, or why nobody was told; else null. */
    why: z.nullable(z.string()),
    /** The way out of a refusal. */
    recover: z.nullable(z.string()),
    /** When to look again, ISO 8601, where that is known. */
    until: z.nullable(z.string()),
    holder: z.nullable(z.string()),
  }),
);
export type TriageRan = z.output<typeof TriageRan>;

/**
 * Answers a failure of a watched default branch by one run without an issue or a change of its own: what failed, code or
 * test, and one issue that a builder can act on; nothing for a flake but a warning to memory. Can be killed and called
 * again anywhere. Errors: watch_unset, failure_unknown, those of the settings, the forge and the ledger.
 */
export const triageRun = operation({
  id: "triage.run",
  title: "Triage a failure of a default branch",
  input: z.object({
    organisation: Organisation,
    repository: Repository,
    failure: z.string().check(z.minLength(1), z.maxLength(200), z.describe("id of the failure")),
    holder: z
      .optional(z.string().check(z.minLength(1), z.maxLength(200)))
      .check(z.describe("who works on it; left out, this process")),
  }),
  output: TriageRan,
  writes: true,
  async run(
    deps: Omit<TriageDeps, "model"> & Pick<Deps, "configFile" | "models">,
    { organisation: asked, repository, failure, holder },
  ): Promise<TriageRan> {
    const configFile = await holdSettings(deps.configFile);
    const config = await readConfig(configFile);
    const { organisation } = needWatch(config, asked);
    const outcome = await runTriage(replacePorts(deps, { model: await deps.models.of(configFile) }), {
      organisation,
      repository: repository as RepositoryName,
      failure,
      holder: holder ?? (await deps.holder.name()),
      config,
      callMs: CALL_MS,
    });
    return { repository, failure, ...tell(outcome) };
  },
});

function tell(outcome: TriageOutcome): Omit<TriageRan, "repository" | "failure"> {
  const nothing = {
    kind: outcome.kind,
    decision: null,
    issue: null,
    spentUSD: usdOf(0),
    why: null,
    recover: null,
    until: null,
    holder: null,
  };
  switch (outcome.kind) {
    case "answered":
      return nothing;
    case "claimed-by-other":
      return { ...nothing, holder: outcome.holder, until: outcome.until };
    case "skipped":
      return { ...nothing, why: outcome.why };
    case "later":
      return { ...nothing, why: outcome.why, until: outcome.until };
    case "refused":
      return { ...nothing, why: outcome.why, recover: outcome.recover, until: outcome.until };
    case "done": {
      const { decision, issue, refused, micros, untold } = outcome;
      const { word, by, why, suspect, merged } = decision;
      return {
        ...nothing,
        decision: { word, by, why, suspect, merged: [...merged], needsPerson: needsPerson(word) },
        issue: issue === null ? null : { ...issue, title: decision.issue?.title ?? "" },
        spentUSD: usdOf(micros),
        why: refused ?? untold,
      };
    }
  }
}
