import type { TestSteps } from "./test-steps.ts";

/** A step that reports a value; without a running test it is nothing. */
export function reportValue(
  steps: TestSteps | undefined,
  name: string,
  value: string | number,
  unit: string | undefined,
): void {
  if (name === "" || (typeof value === "number" && !Number.isFinite(value))) return;
  const reported = { name, value, ...(unit === undefined ? {} : { unit }) };
  steps?.assertion({ action: "report", reported }).settle({});
}
