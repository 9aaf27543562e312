import * as z from "zod/mini";
import { repositoriesHere } from "../ci/repositories-here.ts";
import { holdSettings } from "../config/hold-settings.ts";
import { readConfig } from "../config/read-config.ts";
import { AssayError } from "../errors.ts";
import { secretsMask } from "../store/secrets-mask.ts";
import { codeOf, tellError } from "../tell-error.ts";
import { readyChanges } from "../work/ready-changes.ts";
import { type TrustedWorkDeps, workTrusted } from "../work/work-trusted.ts";
import { operation } from "./operation.ts";
import { ReadyView } from "./views/ready-view.ts";
import { TrustSettings } from "./views/trust-settings.ts";
import { WorkedView, workedView } from "./views/worked-view.ts";

const ReadyWorked = z.lazy(() =>
  z.object({
    /** Repositories that the clone has remotes of; the changes of others are not for this host. */
    repositories: z.array(z.string()),
    /** Those that were ready, those first that were so for the longest. */
    changes: z.array(
      z.object({
        repository: z.string(),
        number: z.int(),
        title: z.string(),
        ready: ReadyView,
        /** What the work came to; null where it could not be done. */
        worked: z.nullable(WorkedView),
        problem: z.nullable(z.object({ code: z.string(), problem: z.string() })),
      }),
    ),
  }),
);
export type ReadyWorked = z.output<typeof ReadyWorked>;

/**
 * Works on every change of this clone's repositories that is ready, one after the other, and waits for none: each is
 * claimed by the lease of its attempt, so that of two hosts one works. One that cannot be worked on is told and keeps no
 * other from it. Errors: those of the repository and of the ledger's lists, and bugs.
 */
export const changeWorkReady = operation({
  id: "change.work-ready",
  title: "Work on the changes that are ready, as their QA engineer",
  input: z.object({ trustSettings: TrustSettings }),
  output: ReadyWorked,
  writes: true,
  async run(deps: TrustedWorkDeps, { trustSettings: trusts }): Promise<ReadyWorked> {
    const configFile = await holdSettings(deps.configFile);
    const { forge } = await readConfig(configFile);
    const repositories = await repositoriesHere(deps, forge.host);
    const mask = await secretsMask(deps.secrets);
    const changes: ReadyWorked["changes"] = [];
    for (const { repository, number, title, ready } of await readyChanges(deps, repositories)) {
      const place = { repository, number, title, ready: { ...ready } };
      try {
        const question = { configFile, trusts, waits: false, confirms: false };
        const worked = workedView(await workTrusted(deps, { repository, number }, question));
        changes.push({ ...place, worked, problem: null });
      } catch (error) {
        if (!(error instanceof AssayError) || error.kind === "bug") throw error;
        const problem = { code: codeOf(error), problem: mask(tellError(error)) };
        changes.push({ ...place, worked: null, problem });
      }
    }
    return { repositories: [...repositories], changes };
  },
});
