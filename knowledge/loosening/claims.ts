import type { Expr } from "./code.ts";
import type { Claim, Matcher } from "./test-model.ts";

/** A claim with nothing special about it. */
export function claimOf(
  matcher: Matcher,
  subject: Expr,
  expected: readonly Expr[] = [],
  more: Partial<Claim> = {},
): Claim {
  return {
    matcher,
    subject,
    expected,
    negated: false,
    tolerance: null,
    digits: false,
    timeout: null,
    asynchronous: false,
    soft: false,
    ...more,
  };
}
