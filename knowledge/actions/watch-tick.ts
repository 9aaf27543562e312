import * as z from "zod/mini";
import { begunBy } from "../change/begun-by.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { DUTIES } from "../watch/duty.ts";
import { needWatch } from "../watch/need-watch.ts";
import { watchRepositories } from "../watch/watch-repositories.ts";
import { watchedRepositories, watchedRepository } from "../watch/watched-repositories.ts";
import { operation } from "./operation.ts";
import { FailureView, failureView } from "./views/failure-view.ts";
import { Organisation, Repository } from "./views/watch-place.ts";

const WatchTicked = z.lazy(() =>
  z.object({
    organisation: z.string(),
    /** Repositories that could be looked at. */
    looked: z.int(),
    /** Those of which something is new. */
    changed: z.array(
      z.object({
        repository: z.string(),
        branch: z.nullable(z.string()),
        commit: z.nullable(z.string()),
        outcome: z.nullable(z.enum(["running", "passed", "failed", "unclear", "none"])),
        /** Types of the events that were appended. */
        events: z.array(z.string()),
        /** What failed anew (C-062). */
        failures: z.array(FailureView),
      }),
    ),
    /** What somebody has to do, raised now or before; `triage.run`, `watch.answer` and `learn.pull` do it, once each. */
    due: z.array(z.discriminatedUnion("kind", [DUTIES.triage(), DUTIES.answer(), DUTIES.learn()])),
    /** What stood in the way of single repositories. */
    problems: z.array(z.object({ repository: z.string(), code: z.string(), problem: z.string() })),
  }),
);
export type WatchTicked = z.output<typeof WatchTicked>;

/**
 * Looks once at the default branch of every watched repository, or of some of them: keeps what is new, raises what
 * failed, and tells what is due. No other branch is looked at, and the platform's own repositories never are. A look that
 * sees nothing new appends nothing. Errors: watch_unset, watch_unknown, those of the forge where no repository could be
 * looked at, and of the ledger.
 */
export const watchTick = operation({
  id: "watch.tick",
  title: "Look once at the default branches that are watched",
  input: z.object({
    organisation: Organisation,
    repositories: z
      .optional(z.array(Repository).check(z.minLength(1)))
      .check(z.describe("only these of the watched repositories")),
  }),
  output: WatchTicked,
  writes: true,
  async run(
    deps: Pick<Deps, "ciFeed" | "clock" | "configFile" | "forge" | "holder" | "ledger" | "secrets">,
    { organisation: asked, repositories },
  ): Promise<WatchTicked> {
    const config = await readConfig(deps.configFile);
    const watch = needWatch(config, asked);
    const { organisation } = watch;
    const all = watchedRepositories(watch);
    const watched =
      repositories === undefined
        ? all.filter((one) => one.watched)
        : repositories.map((name) => watchedRepository(watch, name));
    const report = await watchRepositories(deps, {
      organisation,
      repositories: [...new Set(watched.map(({ repository }) => repository))],
      platform: all.filter((one) => !one.watched).map(({ repository }) => repository),
      artifact: watch.artifact,
      noCiAfterSeconds: config.ci.noCiAfterSeconds,
      host: config.forge.host,
      mask: await secretsMask(deps.secrets),
      begunBy: (repository, change) => begunBy(deps, repository, change),
    });
    return {
      organisation,
      looked: report.looked,
      changed: report.changed.map(({ events, failures, ...changed }) => ({
        ...changed,
        events: [...events],
        failures: failures.map(failureView),
      })),
      due: report.due.flatMap((duty) =>
        duty.kind === "triage" || duty.kind === "answer" || duty.kind === "learn" ? [{ ...duty }] : [],
      ),
      problems: report.problems.map((problem) => ({ ...problem })),
    };
  },
});
