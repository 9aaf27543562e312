import * as z from "zod/mini";
import { holdSettings } from "../config/hold-settings.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import { type PullDeps, type PullOutcome, pullEvidence } from "../pull/pull-evidence.ts";
import { DUTIES } from "../watch/duty.ts";
import { needWatch } from "../watch/need-watch.ts";
import { watchedRepository } from "../watch/watched-repositories.ts";
import { operation } from "./operation.ts";
import { Organisation, Repository } from "./views/watch-place.ts";

const Pulled = z.lazy(() =>
  z.object({
    organisation: z.string(),
    repository: z.string(),
    /**
     * `pulled`: whatever there was is read. `off`: the settings turn it off. `unseen`: no look has been at it yet. `lost`:
     * it cannot be looked at any more.
     */
    kind: z.enum(["pulled", "off", "unseen", "lost"]),
    /** Name of the artifact that is read; null where it is turned off. */
    artifact: z.nullable(z.string()),
    /** The tip of the default branch that was known. */
    tip: z.nullable(z.string()),
    /** Runs of the forge that were read now, oldest first. */
    runs: z.array(
      z.object({
        id: z.int(),
        attempt: z.int(),
        createdAt: z.string(),
        /** Ids of the runs that were learned from. */
        learned: z.array(z.string()),
        /** Why something of it was not, or null: none, expired, too-large, parked, interrupted, or an error code. */
        why: z.nullable(z.string()),
      }),
    ),
    /** Runs that wait for the next time. */
    left: z.int(),
    /** What is to be done next: the request of what was learned. */
    due: z.array(DUTIES.propose()),
  }),
);
export type Pulled = z.output<typeof Pulled>;

/**
 * Learns from the reports that runs of a watched default branch left at the forge, without a clone: what is new is handed
 * over to be proposed, and confirmations are kept. Never a fork's, never a pull request's. Can be killed and called again
 * anywhere. Errors: watch_unset, watch_unknown, pull_unfinished, those of the settings, the forge, the artifacts and the
 * ledger.
 */
export const learnPull = operation({
  id: "learn.pull",
  title: "Learn from what runs of a default branch left at the forge",
  input: z.object({ organisation: Organisation, repository: Repository }),
  output: Pulled,
  writes: true,
  async run(
    deps: PullDeps & Pick<Deps, "configFile">,
    { organisation: asked, repository: name },
  ): Promise<Pulled> {
    const config = await readConfig(await holdSettings(deps.configFile));
    const watch = needWatch(config, asked);
    const { repository } = watchedRepository(watch, name);
    const { organisation, artifact } = watch;
    const nothing = { organisation, repository, artifact, tip: null, runs: [], left: 0, due: [] };
    if (artifact === null) return { ...nothing, kind: "off" };
    const outcome = await pullEvidence(deps, { organisation, repository, artifact, config });
    return { ...nothing, ...tell(outcome, { organisation, repository }) };
  },
});

function tell(
  outcome: PullOutcome,
  place: Pick<Pulled["due"][number], "organisation" | "repository">,
): Pick<Pulled, "kind"> & Partial<Pulled> {
  if (outcome.kind !== "pulled") return { kind: outcome.kind };
  const { kind, tip, runs, left, proposes } = outcome;
  return {
    kind,
    tip,
    runs: runs.map((run) => ({ ...run, learned: [...run.learned] })),
    left,
    due: proposes ? [{ kind: "propose", ...place }] : [],
  };
}
