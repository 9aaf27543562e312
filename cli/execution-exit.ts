import type { QaPlanRun } from "#knowledge";

type Outcome = NonNullable<QaPlanRun["result"]>["outcome"];

/** What a command that carries cases out ends with, beside 0. */
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
