import { test } from "vitest";
import { checkModel, expectAllCarriedOut } from "../../support/qa/model-check.ts";

test("whatever is asked of a subject, in whatever order, it is what a simple model says, and no gate opens without proof", {
  timeout: 300_000,
}, () => {
  expectAllCarriedOut(checkModel({ seed: 34, numRuns: 300 }));
});
