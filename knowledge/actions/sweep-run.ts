import * as z from "zod/mini";
import { holdSettings } from "../config/hold-settings.ts";
import { readConfig } from "../config/read-config.ts";
import type { Deps } from "../ports/deps.ts";
import type { RepositoryName } from "../ports/forge.ts";
import { needProduct, needWeek } from "../sweep/need-product.ts";
import { CLOCKS_DIFFER, runSweep } from "../sweep/run-sweep.ts";
import { readContent } from "../sweep/sweep-content.ts";
import type { SweepOutcome } from "../sweep/sweep-outcome.ts";
import type { SweepDeps } from "../sweep/sweep-run.ts";
import type { SweptWeek } from "../sweep/sweeps.ts";
import { newestSweep } from "../sweep/week.ts";
import { DUTIES } from "../watch/duty.ts";
import { needWatch } from "../watch/need-watch.ts";
import { operation } from "./operation.ts";
import { SweptView, viewSwept } from "./views/sweep-view.ts";
import { Organisation } from "./views/watch-place.ts";

const SweepRan = z.lazy(() =>
  z.object({
    organisation: z.string(),
    product: z.string(),
    week: z.string(),
    /**
     * `swept`: done now. `already`: done before; a week is swept once. `skipped`: the workflow is off, or the product is
     * the platform. `refused`: no money is left. `later`: the forge's lists are behind. `early`: the week's sweep has not
     * come due. `missed`: it came due more than six days ago. `refused`, `later` and `claimed-by-other` may be asked for
     * again.
     */
    kind: z.enum(["swept", "already", "claimed-by-other", "skipped", "refused", "later", "early", "missed"]),
    /** Null where nothing was decided. */
    swept: z.nullable(SweptView),
    /** Why nothing was done, else null. */
    why: z.nullable(z.string()),
    /** The way out of a refusal. */
    recover: z.nullable(z.string()),
    /** When to ask again, ISO 8601, where that is known. */
    until: z.nullable(z.string()),
    holder: z.nullable(z.string()),
    /** What is to be done next: the request of the report. */
    due: z.array(DUTIES.propose()),
  }),
);
export type SweepRan = z.output<typeof SweepRan>;

/**
 * Looks back on a week of CI of a product, once: flaky tests and jobs, what got slower or comes near its limit, checks
 * that never failed, what changed untested. Writes a report that is proposed, and at most one issue. It runs nothing
 * again. Can be killed and called again anywhere. Errors: watch_unset, product_unknown, week_invalid, those of the
 * settings, the forge, the artifacts and the ledger.
 */
export const sweepRun = operation({
  id: "sweep.run",
  title: "Look back on a week of CI of a product",
  input: z.object({
    organisation: Organisation,
    product: z.string().check(z.minLength(1), z.describe("name of the product in the settings")),
    week: z
      .optional(z.string())
      .check(z.describe("ISO week as in 2026-W49; left out, the newest whose Monday 07:00 has come")),
    late: z._default(z.boolean(), false).check(z.describe("also a week whose sweep was missed")),
  }),
  output: SweepRan,
  writes: true,
  async run(
    deps: SweepDeps & Pick<Deps, "configFile">,
    { organisation: asked, product: name, week: text, late },
  ): Promise<SweepRan> {
    const config = await readConfig(await holdSettings(deps.configFile));
    const { organisation, timeZone, products } = needWatch(config, asked);
    const product = needProduct({ products }, name);
    const week =
      text === undefined ? newestSweep(deps.clock.now() + CLOCKS_DIFFER, timeZone).week : needWeek(text);
    const outcome = await runSweep(deps, { organisation, timeZone, product, week, late, config });
    return { organisation, product: product.name, week, ...(await tell(deps, organisation, outcome)) };
  },
});

type Told = Omit<SweepRan, "organisation" | "product" | "week">;

async function tell(
  deps: Pick<Deps, "artifacts">,
  organisation: string,
  outcome: SweepOutcome,
): Promise<Told> {
  const nothing: Told = {
    kind: outcome.kind,
    swept: null,
    why: null,
    recover: null,
    until: null,
    holder: null,
    due: [],
  };
  switch (outcome.kind) {
    case "swept":
    case "already":
      return { ...nothing, ...(await tellWeek(deps, organisation, outcome.week)) };
    case "later":
      return {
        ...nothing,
        ...(await tellWeek(deps, organisation, outcome.week)),
        why: "the forge's lists do not tell yet whether its issue was opened",
        until: outcome.until,
      };
    case "claimed-by-other":
      return { ...nothing, holder: outcome.holder, until: outcome.until };
    case "skipped":
      return { ...nothing, why: outcome.why };
    case "refused":
      return { ...nothing, why: outcome.why, recover: outcome.recover, until: outcome.roomAt };
    case "early":
      return { ...nothing, why: "its sweep has not come due", until: outcome.at };
    case "missed":
      return {
        ...nothing,
        why: `its sweep came due at ${outcome.dueAt} and was missed`,
        recover: "`assay sweep run PRODUCT --week WEEK --late` makes up for it",
      };
  }
}

async function tellWeek(
  { artifacts }: Pick<Deps, "artifacts">,
  organisation: string,
  week: SweptWeek,
): Promise<Pick<Told, "swept" | "due">> {
  const { decided } = week;
  const content = decided === null ? null : await readContent(artifacts, decided.content, week.week);
  const home = decided?.home ?? null;
  return {
    swept: viewSwept(week, content),
    due: home === null ? [] : [{ kind: "propose", organisation, repository: home as RepositoryName }],
  };
}
