import * as z from "zod/mini";
import { usdOf } from "../budget/micros.ts";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import { sweepWorkflow } from "../sweep/sweep-workflow.ts";
import { triageWorkflow } from "../triage/triage-workflow.ts";
import { needWatch } from "../watch/need-watch.ts";
import { watchRows } from "../watch/watch-rows.ts";
import { operation } from "./operation.ts";
import { Organisation } from "./views/watch-place.ts";

const WatchList = z.lazy(() =>
  z.object({
    organisation: z.string(),
    repositories: z.array(
      z.object({
        repository: z.string(),
        product: z.string(),
        /** `watched`; `platform`: never looked at; `unseen`: no look has been at it yet; else why it cannot be. */
        state: z.enum(["watched", "platform", "unseen", "missing", "empty", "archived"]),
        /** Its name now, where that is another one. */
        renamedTo: z.nullable(z.string()),
        branch: z.nullable(z.string()),
        commit: z.nullable(z.string()),
        outcome: z.nullable(z.enum(["running", "passed", "failed", "unclear", "none"])),
        /** When that outcome was seen first. */
        since: z.nullable(z.string()),
        openFailures: z.int(),
        /** Checks of the open failures, of at most twenty of them. */
        failing: z.array(z.string()),
        /** Answers that are due or being written. */
        due: z.int(),
        /** Our issues that were open when they were seen last. */
        issues: z.array(z.int()),
        /** When something was new last: a look that sees nothing new leaves no trace. */
        changedAt: z.nullable(z.string()),
      }),
    ),
    /** What one run of each may cost at most by the settings; null where it is turned off. */
    limits: z.object({ triageUSD: z.nullable(z.string()), sweepUSD: z.nullable(z.string()) }),
  }),
);
export type WatchList = z.output<typeof WatchList>;

/** A row for each repository of the settings, in their order. The forge is not asked. Errors: watch_unset, those of the ledger. */
export const watchList = operation({
  id: "watch.list",
  title: "List the default branches that are watched",
  input: z.object({ organisation: Organisation }),
  output: WatchList,
  writes: false,
  async run(
    { ledger, configFile }: Pick<Deps, "ledger" | "configFile">,
    { organisation: asked },
  ): Promise<WatchList> {
    const config = await readConfig(configFile);
    const watch = needWatch(config, asked);
    const rows = await watchRows(ledger, watch);
    return {
      organisation: watch.organisation,
      repositories: rows.map(({ repository, product, watched, summary }) => ({
        repository,
        product,
        state: !watched ? "platform" : summary === null ? "unseen" : (summary.lost ?? "watched"),
        renamedTo: summary?.renamedTo ?? null,
        branch: summary?.branch ?? null,
        commit: summary?.commit ?? null,
        outcome: summary?.outcome ?? null,
        since: summary?.since ?? null,
        openFailures: summary?.openFailures ?? 0,
        failing: [...new Set(summary?.failures.flatMap(({ checks }) => checks))].sort(),
        due: summary?.due.length ?? 0,
        issues: [...(summary?.issues ?? [])],
        changedAt: summary?.at ?? null,
      })),
      limits: limitsOf(config),
    };
  },
});

function limitsOf(config: Config): WatchList["limits"] {
  const triage = triageWorkflow(config);
  const sweep = sweepWorkflow(config);
  return {
    triageUSD: triage.off === null ? usdOf(triage.capMicros) : null,
    sweepUSD: sweep.kind === "on" ? usdOf(sweep.capMicros) : null,
  };
}
