import { processState } from "../process-state.ts";
import type { TestSteps } from "../test-steps.ts";

/** The steps of the test that is running; undefined between tests and while several run side by side. */
export function runningSteps(): TestSteps | undefined {
  return processState().runningSteps;
}

export function setRunningSteps(steps: TestSteps | undefined): void {
  processState().runningSteps = steps;
}
