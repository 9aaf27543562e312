import { expect, test } from "vitest";
import { askedUSD, randomHistory } from "../support/change/random-history.ts";

// The slow tests play eighty.
const seeds = [1, 2];

test.each(seeds)(
  "history %i, made by chance: at most two returns, no agent while CI runs, every mark once, no product file written",
  async (seed) => {
    const { world, totalUSD } = await randomHistory(seed);
    expect(totalUSD).toBeCloseTo(askedUSD(world), 6);
  },
);
