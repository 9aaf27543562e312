import type { Failure, Step, TestCase } from "../../../knowledge/evidence/test-case.ts";
import type { Candidate } from "../../../knowledge/learn/candidate.ts";
import type { RunEvidence } from "../../../knowledge/learn/run-evidence.ts";
import { openObserver } from "../../../knowledge/learn/see/observe.ts";
import { secretMask } from "../../../knowledge/record/secret-mask.ts";

/** A click whose check passed, on one button, which led nowhere. */
export function step(change: Partial<Step> = {}): Step {
  return {
    action: "click",
    element: "button[Checkout]",
    locator: "getByRole('button', { name: 'Checkout' })",
    matched: 1,
    urlBefore: "https://shop.example/cart?id=7",
    urlAfter: "https://shop.example/cart",
    check: "passed",
    line: 1,
    ...change,
  };
}

export function testCase(change: Partial<TestCase> = {}): TestCase {
  return { suites: ["checkout"], name: "pays", outcome: "passed", flaky: false, line: 1, ...change };
}

export function failure(message: string): Failure {
  const at = [{ row: 0, line: 3, step: 1 as const }];
  return { message, text: message, messageAt: at, textAt: at, line: 3, endLine: 3 };
}

/** What the observer makes of these tests; `secrets` are masked. */
export function observe(tests: readonly TestCase[], secrets: readonly string[] = []) {
  const config = { version: 1, reports: [], scopes: [], learning: { budgetSeconds: 60 } } as const;
  const observer = openObserver({ mask: secretMask(secrets), config });
  for (const test of tests) observer.test(test);
  return observer.end();
}

/** What one step of one test teaches. */
export function taught(seen: Partial<Step>, around: Partial<TestCase> = {}): readonly Candidate[] {
  return observe([testCase({ steps: [step(seen)], ...around })]).observations;
}

/** All of a run that analysis needs. */
export function evidenceOf(tests: readonly TestCase[], change: Partial<RunEvidence> = {}): RunEvidence {
  const count = (outcome: string) => tests.filter((test) => test.outcome === outcome).length;
  return {
    v: 1,
    tests: {
      total: tests.length,
      passed: count("passed"),
      failed: count("failed"),
      errored: count("errored"),
      skipped: count("skipped"),
      flaky: tests.filter(({ flaky }) => flaky).length,
    },
    ...observe(tests),
    output: null,
    ...change,
  };
}
