import * as z from "zod/mini";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { needWatch } from "../watch/need-watch.ts";
import { watchedRepositories } from "../watch/watched-repositories.ts";
import type { StepDeps } from "../work/step-change.ts";
import { stepChanges } from "../work/step-changes.ts";
import { operation } from "./operation.ts";
import { ReadyView } from "./views/ready-view.ts";
import { Organisation } from "./views/watch-place.ts";

const ChangeStepped = z.lazy(() =>
  z.object({
    /** Null where the settings watch nobody: then the runs of all repositories of the ledger were looked at. */
    organisation: z.nullable(z.string()),
    /** Runs that could be looked at. */
    looked: z.int(),
    /** Those of which something is new. */
    changed: z.array(
      z.object({
        repository: z.string(),
        number: z.int(),
        /** Types of the events that were appended. */
        events: z.array(z.string()),
        outcome: z.nullable(z.enum(["done", "person", "closed"])),
      }),
    ),
    /** Those that are for a host with a checkout now, seen so now or before. */
    ready: z.array(
      z.object({ repository: z.string(), number: z.int(), title: z.string(), ready: ReadyView }),
    ),
    /** Runs whose turn comes at a later call. */
    left: z.int(),
    /** What stood in the way of single runs. */
    problems: z.array(
      z.object({ repository: z.string(), number: z.int(), code: z.string(), problem: z.string() }),
    ),
  }),
);
export type ChangeStepped = z.output<typeof ChangeStepped>;

/**
 * Looks once, without a checkout, at the changes under QA of which something is to come: keeps what follows from what CI
 * says, and marks those ready whose next step is a host's. Asks no model and writes nothing to a change; a look that sees
 * nothing new appends nothing. Errors: watch_unset, those of the forge where no run could be looked at for now, and of
 * the ledger.
 */
export const changeStep = operation({
  id: "change.step",
  title: "Look at the changes that wait, and mark those that are ready",
  input: z.object({ organisation: Organisation }),
  output: ChangeStepped,
  writes: true,
  async run(deps: StepDeps & Pick<Deps, "configFile">, { organisation: asked }): Promise<ChangeStepped> {
    const config = await readConfig(deps.configFile);
    const watch = config.watch === null && asked === undefined ? null : needWatch(config, asked);
    const repositories =
      watch === null
        ? null
        : watchedRepositories(watch)
            .filter(({ watched }) => watched)
            .map(({ repository }) => repository);
    const [report, mask] = await Promise.all([
      stepChanges(deps, { repositories, config }),
      secretsMask(deps.secrets),
    ]);
    const placeOf = ({ repository, number }: { readonly repository: string; readonly number: number }) => ({
      repository,
      number,
    });
    return {
      organisation: watch?.organisation ?? null,
      looked: report.looked.length,
      changed: report.looked
        .filter(({ events }) => events.length > 0)
        .map(({ change, events, run }) => ({
          ...placeOf(change),
          events: [...events],
          outcome: run.ended?.outcome ?? null,
        })),
      ready: report.looked.flatMap(({ change, run: { ready } }) =>
        ready === null ? [] : [{ ...placeOf(change), title: change.title, ready: { ...ready } }],
      ),
      left: report.left,
      problems: report.problems.map((one) => ({ ...one, problem: mask(one.problem) })),
    };
  },
});
