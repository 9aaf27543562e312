import { CAUSES, type RUN_VERDICTS, type RunSummary } from "#knowledge";
import { counted } from "../../terminal/age.ts";
import type { Row } from "../screen.ts";

/** How each verdict looks and is said. */
export const VERDICT_SIGNS = {
  pass: { symbol: "✓", word: "pass", tone: "good" },
  fail: { symbol: "✗", word: "fail", tone: "bad" },
  undetermined: { symbol: "?", word: "unsure", tone: "warn" },
  error: { symbol: "!", word: "error", tone: "bad" },
} as const satisfies Record<(typeof RUN_VERDICTS)[number], Row["sign"]>;

/** `3 of 212 failed`, `212 passed`. */
export function countWords({ tests }: Pick<RunSummary, "tests">): string {
  const bad = tests.failed + tests.errored;
  if (tests.total === 0) return "no test";
  const flaky = tests.flaky === 0 ? "" : `, ${tests.flaky} flaky`;
  return bad === 0
    ? `${counted(tests.passed, "passed", "passed")}${flaky}`
    : `${bad.toLocaleString("en")} of ${tests.total.toLocaleString("en")} failed${flaky}`;
}

/** Causes as words, the most frequent first. */
export function causeWords(causes: RunSummary["causes"]): string[] {
  return CAUSES.flatMap((cause) => {
    const count = causes[cause] ?? 0;
    return count === 0 ? [] : [{ cause, count }];
  })
    .sort((a, b) => b.count - a.count)
    .map(({ cause, count }) => `${count} ${cause.replaceAll("_", " ")}`);
}
