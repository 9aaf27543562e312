import { expect, inject, test } from "vitest";
import { LAMBDAS } from "../../lambdas/registry.ts";

const { bundles } = inject("synthesised");
const MEGABYTE = 1_000_000;

test.each(bundles)(
  "the bundle of $name is small enough to start fast, the tested SDK not counted",
  ({ name, bytes, sdkBytes }) => {
    const lambda = LAMBDAS.find((one) => one.name === name);
    expect(bytes - sdkBytes).toBeLessThanOrEqual((lambda?.model ? 2 : 1.5) * MEGABYTE);
    // The count leaves out what is in there, and not by a pattern that matches everything.
    expect(sdkBytes).toBeGreaterThan(0.2 * MEGABYTE);
    expect(bytes - sdkBytes).toBeGreaterThan(0.2 * MEGABYTE);
  },
);

test("every function of the registry has one", () => {
  expect(bundles.map(({ name }) => name).sort()).toEqual(LAMBDAS.map(({ name }) => name).sort());
});
