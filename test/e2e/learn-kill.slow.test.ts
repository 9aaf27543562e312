import { test } from "vitest";
import { killWhileLearning } from "../support/kill-while-learning.ts";

test("no record is lost, half there or learned twice, at five hundred moments", {
  timeout: 3_600_000,
}, async () => {
  await killWhileLearning(500);
});
