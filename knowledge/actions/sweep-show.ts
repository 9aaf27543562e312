import * as z from "zod/mini";
import { readConfig } from "../config/read-config.ts";
import { AssayError } from "../errors.ts";
import { readState } from "../ledger/read-state.ts";
import type { Deps } from "../ports/deps.ts";
import { needProduct, needWeek } from "../sweep/need-product.ts";
import { readContent } from "../sweep/sweep-content.ts";
import { sweepStream } from "../sweep/sweep-events.ts";
import { sweepWorkflow } from "../sweep/sweep-workflow.ts";
import { SWEEPS, weekIn } from "../sweep/sweeps.ts";
import { newestSweep } from "../sweep/week.ts";
import { needWatch } from "../watch/need-watch.ts";
import { operation } from "./operation.ts";
import { SweptView, viewSwept } from "./views/sweep-view.ts";
import { Organisation } from "./views/watch-place.ts";

const SweepShown = z.lazy(() =>
  z.object({
    organisation: z.string(),
    product: z.string(),
    week: z.string(),
    swept: SweptView,
    report: z.nullable(z.string()).check(z.describe("text of the report, Markdown")),
    weeks: z.array(z.string()).check(z.describe("weeks that were swept, the newest first")),
    told: z
      .array(
        z.object({
          week: z.string(),
          findings: z.int(),
          issue: z.nullable(z.int()),
          decidedAt: z.string(),
          doneAt: z.nullable(z.string()),
        }),
      )
      .check(z.describe("what the ledger tells of these weeks, in their order")),
    next: z
      .nullable(z.string())
      .check(z.describe("when the next sweep is due, ISO 8601; null where the workflow is off")),
  }),
);
export type SweepShown = z.output<typeof SweepShown>;

/**
 * Shows what the sweep of a week found, why it is ranked so, and what was written; the newest one where no week is
 * named. The forge is not asked. Errors: watch_unset, product_unknown, week_invalid, sweep_missing, those of the
 * artifacts and the ledger.
 */
export const sweepShow = operation({
  id: "sweep.show",
  title: "Show what a weekly sweep found",
  input: z.object({
    organisation: Organisation,
    product: z.string().check(z.minLength(1), z.describe("name of the product in the settings")),
    week: z.optional(z.string()).check(z.describe("ISO week as in 2026-W49; left out, the newest one")),
  }),
  output: SweepShown,
  writes: false,
  async run(
    { configFile, ledger, artifacts, clock }: Pick<Deps, "configFile" | "ledger" | "artifacts" | "clock">,
    { organisation: asked, product: name, week: text },
  ): Promise<SweepShown> {
    const config = await readConfig(configFile);
    const { organisation, timeZone, products } = needWatch(config, asked);
    const product = needProduct({ products }, name);
    const wanted = text === undefined ? null : needWeek(text);
    const { state } = await readState(ledger, sweepStream(organisation, product.name), SWEEPS);
    const decided = state.weeks.filter((one) => one.decided !== null);
    const shown = wanted === null ? decided.at(-1) : weekIn(state, wanted);
    if (shown === undefined || shown.decided === null)
      throw new AssayError("sweep_missing", {
        what: wanted === null ? `a sweep of ${product.name}` : `a sweep of ${product.name} in ${wanted}`,
      });
    const content = await readContent(artifacts, shown.decided.content, shown.week);
    const isOff = product.platform || sweepWorkflow(config).kind === "off";
    return {
      organisation,
      product: product.name,
      week: shown.week,
      swept: viewSwept(shown, content),
      report: content?.files.find(({ path }) => path.endsWith(".md"))?.text ?? null,
      weeks: decided.map(({ week }) => week).toReversed(),
      told: decided.toReversed().flatMap(({ week, decided: found, done }) =>
        found === null
          ? []
          : [
              {
                week,
                findings: found.findings,
                issue: done?.issue?.number ?? null,
                decidedAt: found.at,
                doneAt: done?.at ?? null,
              },
            ],
      ),
      next: isOff ? null : new Date(newestSweep(clock.now(), timeZone).nextAt).toISOString(),
    };
  },
});
