import * as z from "zod/mini";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
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
        /** Answers that are due or being written. */
        due: z.int(),
        /** Our issues that were open when they were seen last. */
        issues: z.array(z.int()),
        /** When something was new last: a look that sees nothing new leaves no trace. */
        changedAt: z.nullable(z.string()),
      }),
    ),
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
    const watch = needWatch(await readConfig(configFile), asked);
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
        due: summary?.due.length ?? 0,
        issues: [...(summary?.issues ?? [])],
        changedAt: summary?.at ?? null,
      })),
    };
  },
});
