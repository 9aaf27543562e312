import { expect, test } from "vitest";
import { askedUSD, randomHistory } from "../support/change/random-history.ts";

const seeds = Array.from({ length: 80 }, (_, at) => at + 1_000);

test.each(seeds)("history %i, made by chance, keeps what must always hold", async (seed) => {
  const { world, totalUSD } = await randomHistory(seed);
  expect(totalUSD).toBeCloseTo(askedUSD(world), 6);
});
