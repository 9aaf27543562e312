import type { Cause } from "#knowledge";

/** Causes as a person says them. */
export const CAUSE_WORDS = {
  app_bug: "a bug in the code under test",
  test_bug: "a fault of the test itself",
  flaky: "a flaky test",
  environment: "the environment",
  timeout: "a timeout",
  config: "the configuration",
  model_error: "the model provider",
  unknown: "not decided",
} as const satisfies Record<Cause, string>;
