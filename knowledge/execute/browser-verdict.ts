import type { StepSeen } from "../ports/browser-driver.ts";
import type { QaVerdict } from "../qa/qa-run.ts";
import { plainLine } from "../text/plain-line.ts";

type Seen = Pick<StepSeen, "outcome" | "error" | "actual"> & { readonly isAssertion: boolean };

/**
 * What the steps of a case prove: all its assertions passed, and there was one. A page that says no is a fail, a step that
 * could not be carried out an error. What somebody else judges gets no verdict, unless it could not be captured. Pure.
 */
export function browserVerdict(
  done: readonly Seen[],
  {
    steps,
    captures,
    isJudgedByOthers,
  }: { readonly steps: number; readonly captures: number; readonly isJudgedByOthers: boolean },
): { readonly verdict: QaVerdict | null; readonly reason: string | null } {
  const stopped = done.findIndex(({ outcome }) => outcome === "failed" || outcome === "errored");
  const seen = done[stopped];
  if (seen !== undefined) {
    const isFail = seen.outcome === "failed" && !isJudgedByOthers;
    return {
      verdict: isFail ? "fail" : "error",
      reason: `step ${stopped + 1} of ${steps}: ${wordsOf(seen)}`,
    };
  }
  if (isJudgedByOthers)
    return captures > 0
      ? { verdict: null, reason: "captured; who did not capture it judges it" }
      : { verdict: "error", reason: "nothing was captured that could be judged" };
  const passed = done.filter(({ isAssertion, outcome }) => isAssertion && outcome === "passed").length;
  return passed > 0
    ? { verdict: "pass", reason: null }
    : { verdict: "undetermined", reason: "nothing was asserted: there is nothing that could have failed" };
}

function wordsOf({ error, actual }: Seen): string {
  if (error !== null) return error;
  return actual === null ? "it did not hold" : `seen instead: ${plainLine(actual)}`;
}
