import { describe, expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../../../knowledge/config/config.ts";
import type { TestCase } from "../../../knowledge/evidence/test-case.ts";
import type { RunEvidence } from "../../../knowledge/learn/run-evidence.ts";
import { mergeEvidence } from "../../../knowledge/learn/see/merge-evidence.ts";
import { openObserver } from "../../../knowledge/learn/see/observe.ts";

function evidenceOf(tests: readonly TestCase[]): RunEvidence {
  const observer = openObserver({ mask: (value) => value, config: DEFAULT_CONFIG });
  for (const test of tests) observer.test(test);
  const failed = tests.filter(({ outcome }) => outcome === "failed").length;
  const counts = {
    total: tests.length,
    passed: tests.length - failed,
    failed,
    errored: 0,
    skipped: 0,
    flaky: 0,
  };
  return { v: 1, tests: counts, ...observer.end(), output: null };
}

const case_ = (name: string, button: string, outcome: TestCase["outcome"] = "passed"): TestCase => ({
  suites: ["checkout"],
  name,
  outcome,
  flaky: false,
  line: 1,
  steps: [
    {
      action: "click",
      element: `button[${button}]`,
      locator: `getByText('${button}')`,
      matched: 1,
      urlBefore: "https://shop.example/cart",
      urlAfter: "https://shop.example/cart",
      check: "passed",
      line: 1,
    },
  ],
});

describe("the evidence of parts", () => {
  const tests = [case_("a", "Pay"), case_("b", "Pay"), case_("c", "Leave", "failed"), case_("d", "Help")];

  test("is that of the whole run, wherever it was cut and in whatever order the parts come", () => {
    const whole = evidenceOf(tests);
    for (const cut of [1, 2, 3]) {
      const parts = [evidenceOf(tests.slice(0, cut)), evidenceOf(tests.slice(cut))];
      expect(mergeEvidence(parts)).toEqual(whole);
      expect(mergeEvidence(parts.toReversed()).observations).toEqual(whole.observations);
    }
    expect(mergeEvidence([whole])).toEqual(whole);
    expect(whole.observations).toHaveLength(3);
  });
});
