import { DUTIES, dispatch, sweepRun } from "#knowledge";
import { queueHandler } from "../shared/run.ts";
import { watchedRepositories } from "../shared/watched-repositories.ts";

/** Looks back at a week of a product's CI; its report goes to whoever proposes it. */
export const handler = queueHandler({
  lambda: "sweep",
  message: DUTIES.sweep(),
  repositories: ({ product }, watch) => watchedRepositories(watch, product),
  async carryOut({ organisation, product, week }, deps) {
    const { kind, due, why } = await dispatch(sweepRun, deps, {
      organisation,
      product,
      ...(week === undefined ? {} : { week }),
    });
    // Before the schedule comes with the next morning.
    const again = kind === "later" || kind === "claimed-by-other";
    return { due, told: { product, sweep: kind, why }, again };
  },
});
