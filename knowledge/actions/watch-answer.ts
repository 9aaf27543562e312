import * as z from "zod/mini";
import { holdSettings } from "../config/hold-settings.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { type AgainDeps, answerIssue } from "../triage/again/answer-issue.ts";
import { needWatch } from "../watch/need-watch.ts";
import { operation } from "./operation.ts";
import { Organisation, Repository } from "./views/watch-place.ts";

const WatchAnswered = z.lazy(() =>
  z.object({
    repository: z.string(),
    failure: z.string(),
    /** `done`: told now. `answered`: told before. The last two stay due. */
    kind: z.enum(["done", "answered", "claimed-by-other", "later"]),
    /** Null unless `done`. */
    answer: z.nullable(z.enum(["comment", "reopen"])),
    issue: z.nullable(z.int()),
    /** Of the comment. */
    url: z.nullable(z.string()),
    /** Why the forge did not take it, or why nobody was told that a person is needed; else null. */
    why: z.nullable(z.string()),
    holder: z.nullable(z.string()),
    /** When to try again, where that is known. */
    until: z.nullable(z.string()),
  }),
);
export type WatchAnswered = z.output<typeof WatchAnswered>;

/**
 * Tells an issue of ours that its checks fail again (C-071), or opens it again for a person (C-072, C-073): once, though
 * it is killed and called again anywhere. Errors: watch_unset, failure_unknown, those of the forge that may pass, and of
 * the ledger.
 */
export const watchAnswer = operation({
  id: "watch.answer",
  title: "Tell an issue of a default branch's failure that it fails again",
  input: z.object({
    organisation: Organisation,
    repository: Repository,
    failure: z.string().check(z.minLength(1), z.maxLength(200), z.describe("id of the failure")),
    holder: z
      .optional(z.string().check(z.minLength(1), z.maxLength(200)))
      .check(z.describe("who works on it; left out, this process")),
  }),
  output: WatchAnswered,
  writes: true,
  async run(
    deps: AgainDeps & Pick<Deps, "configFile">,
    { organisation: asked, repository, failure, holder },
  ): Promise<WatchAnswered> {
    const config = await readConfig(await holdSettings(deps.configFile));
    const { organisation } = needWatch(config, asked);
    const outcome = await answerIssue(deps, {
      organisation,
      repository: repository as RepositoryName,
      failure,
      holder: holder ?? (await deps.holder.name()),
      config,
    });
    const nothing = { answer: null, issue: null, url: null, why: null, holder: null, until: null };
    const told = { repository, failure, ...nothing, kind: outcome.kind };
    switch (outcome.kind) {
      case "answered":
        return told;
      case "later":
        return { ...told, until: outcome.until };
      case "claimed-by-other":
        return { ...told, holder: outcome.holder, until: outcome.until };
      case "done": {
        const { answer, issue, url, refused, untold } = outcome;
        return { ...told, answer, issue, url, why: refused ?? untold };
      }
    }
  },
});
