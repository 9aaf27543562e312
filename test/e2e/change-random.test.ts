import { expect, test } from "vitest";
import { askedUSD, randomHistory } from "../support/change/random-history.ts";

const seeds = Array.from({ length: 3 }, (_, at) => at + 1);

test.each(seeds)(
  "history %i, made by chance: at most two returns, no agent while CI runs, every mark once, no product file written",
  async (seed) => {
    const { world, totalUSD } = await randomHistory(seed);
    expect(totalUSD).toBeCloseTo(askedUSD(world), 6);
  },
);
