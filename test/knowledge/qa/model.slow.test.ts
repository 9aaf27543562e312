import { test } from "vitest";
import { checkModel, expectAllCarriedOut } from "../../support/qa/model-check.ts";

test("thousands of sequences of every verb keep the model", { timeout: 3_600_000 }, () => {
  expectAllCarriedOut(checkModel({ seed: 77, numRuns: 4_000 }));
});
