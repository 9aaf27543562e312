import type { QaPlanRun, QaRun } from "#knowledge";

type Outcome = NonNullable<QaPlanRun["result"]>["outcome"];

/** What a command that carries cases out ends with, beside 0; the weakest first. */
const CODES = {
  passed: 0,
  needs_review: 1,
  blocked_on_precondition: 2,
  failed: 1,
  waiting: 3,
  error: 2,
} as const satisfies Record<NonNullable<Outcome>, number>;

/** An agent's review is awaited. */
const AGENT = 12;
const REFUSED = 2;

/** The exit code of a case or plan run: by its outcome and, where that waits for a review, by who gives it. */
export function executionExit(
  result: { readonly outcome: Outcome; readonly judges: readonly ("agent" | "person" | null)[] } | null,
): number {
  if (result === null) return REFUSED;
  const { outcome, judges } = result;
  if (outcome === null) return 0;
  return outcome === "needs_review" && judges.includes("agent") ? AGENT : CODES[outcome];
}

/** What a case came to once a person has said how it went. */
export function outcomeOf(run: QaRun): NonNullable<Outcome> {
  return run.verdict === null ? "needs_review" : SAID[run.verdict];
}

const SAID = {
  pass: "passed",
  fail: "failed",
  undetermined: "needs_review",
  error: "error",
} as const satisfies Record<NonNullable<QaRun["verdict"]>, NonNullable<Outcome>>;

/** The outcome of a whole plan: the strongest of its cases; null where none was carried out. */
export function strongestOf(outcomes: readonly Outcome[]): Outcome {
  return ORDER.findLast((one) => outcomes.includes(one)) ?? null;
}

const ORDER = Object.keys(CODES) as readonly NonNullable<Outcome>[];
