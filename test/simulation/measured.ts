import type { Measured } from "../../infra/measured.ts";
import type { Simulated } from "./simulate.ts";

/** What a simulation measured, as `npm run cost` reads it; `date` is the day on which it was. */
export function measuredOf(simulated: Simulated, date: string): Measured {
  const { options, organisations, pushes, facts, used, quietLook } = simulated;
  const { seed, days, repositories } = options;
  return {
    v: 1,
    ...{ date, seed, days, repositories, pushes, quietLook },
    organisations: organisations.length,
    products: organisations.reduce((sum, { products }) => sum + products.length, 0),
    failures: facts.failures.length,
    sweeps: facts.sweeps.filter(({ doneAt }) => doneAt.length > 0).length,
    looks: used.of("watch").runs,
    functions: Object.fromEntries(used.entries().toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}
