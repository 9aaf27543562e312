import type { Step } from "../evidence/test-case.ts";
import type { BrowserStep, StepSeen } from "../ports/browser-driver.ts";

type Assertion = Extract<BrowserStep, { readonly action: "assert" }>;

/** A target that names an element as records do, `role[name]`. */
const NAMED = /^[a-z]+\[[^\]=~^$*|]+\]$/;

/** Words that facts have for what a case asserts. */
const ASSERTED = {
  visible: "expect.toBeVisible",
  hidden: "expect.toBeHidden",
  text_contains: "expect.toContainText",
  text_equals: "expect.toHaveText",
  count_eq: "expect.toHaveCount",
  count_gte: "expect.atLeast",
} as const satisfies Record<Assertion["check"], string>;

/** A step of a browser case as learning sees the steps of tests. Pure. */
export function evidenceStep(step: BrowserStep, seen: StepSeen, line: number): Step {
  const target = "target" in step ? step.target : undefined;
  const isNamed = target !== undefined && NAMED.test(target);
  const element = seen.element ?? (isNamed ? target : null);
  return {
    action:
      step.action === "assert" ? ASSERTED[step.check] : step.action === "navigate" ? "goto" : step.action,
    ...(target === undefined || isNamed ? {} : { locator: target }),
    ...(element == null ? {} : { element }),
    ...(seen.matched === null ? {} : { matched: seen.matched }),
    urlBefore: seen.urlBefore,
    urlAfter: seen.urlAfter,
    ...(step.action === "assert" ? asserted(step, seen) : {}),
    ...(seen.error === null ? {} : { error: seen.error }),
    durationMs: seen.durationMs,
    line,
  };
}

function asserted(step: Assertion, { outcome, actual }: StepSeen): Partial<Step> {
  const expected = step.text ?? step.expected ?? step.min_count;
  return {
    ...(expected === undefined ? {} : { expected: String(expected) }),
    // At least so many: how many there were is no promise.
    ...(actual === null || step.check === "count_gte" ? {} : { actual }),
    ...(outcome === "passed" || outcome === "failed" ? { check: outcome } : {}),
  };
}
